import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface Scope {
  /** Selector to limit the check to. */
  readonly within?: string
  /** Selector to exclude. */
  readonly without?: string
  /** All by default. */
  readonly rules?: readonly string[]
}

/** axe rules that depend on colors, and so on the theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'] as const

/** Serious and critical violations reported by axe on the current page, by rule and element. */
export async function findViolations(page: Page, { within, without, rules }: Scope = {}): Promise<string[]> {
  const options: RunOptions = {
    // Passing elements are not reported: describing them costs as much as checking.
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
