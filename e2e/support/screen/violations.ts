import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

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

/** Serious and critical violations reported by axe on the current page, by rule and element. */
export async function findViolations(page: Page, { within, without, rules }: Scope = {}): Promise<string[]> {
  const options: RunOptions = {
    // Nothing is told of the thousands of places that are in order: to describe those costs as much as to look at them.
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  }
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(
    async ([include, exclude, settings]) => {
      const context = { include: [include ?? document], exclude: exclude === undefined ? [] : [exclude] }
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(context, settings)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
    },
    [within, without, options] as const,
  )
}
