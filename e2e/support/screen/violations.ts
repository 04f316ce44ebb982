import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Scope {
  /** A selector of what alone is looked at. */
  readonly within?: string
  /** A selector of what is left out. */
  readonly without?: string
  /** Instead of all. */
  readonly rules?: readonly string[]
}

/** The rules of axe whose outcome depends on colours, and so on the theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'] as const

/** What axe calls serious or critical on the page as it stands, by rule and place. */
export async function findViolations(page: Page, { within, without, rules }: Scope = {}): Promise<string[]> {
  // The console has no frames of its own, for which axe would open a page each time.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  if (within !== undefined) builder.include(within)
  if (without !== undefined) builder.exclude(without)
  if (rules !== undefined) builder.withRules([...rules])
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}
