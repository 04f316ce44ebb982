import table from './data-table.module.css'
import cards from './row-cards.module.css'

/** The styles of a table, with those that make cards of its rows on a phone. These come last, and hold there. */
export const styles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table).map(([name, own]) => [name, `${own} ${cards[name] ?? ''}`]),
)
