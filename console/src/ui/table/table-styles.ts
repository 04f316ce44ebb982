import table from './data-table.module.css'
import cards from './row-cards.module.css'

/** The table's styles, followed by those that make cards of its rows on a phone and take precedence there. */
export const styles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table).map(([name, own]) => [name, `${own} ${cards[name] ?? ''}`]),
)
