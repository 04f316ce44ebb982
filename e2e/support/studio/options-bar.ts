import type { Locator, Page } from '@playwright/test'
import { expect } from '../story.ts'

export const optionsWords = {
  'en-US': {
    bar: 'Options of the tool',
    all: 'All options of the tool',
    segment: 'Click to segment',
    box: 'Draw boxes',
    overwrite: 'Overwrite',
    sticky: 'Keep the tool',
    stickyHint: /^Keep the tool: draw one after the other/,
    crosshair: 'Crosshair',
    minimap: 'Overview of the image',
    keys: 'Keys',
  },
  'zh-CN': {
    bar: '工具选项',
    all: '工具的全部选项',
    segment: '点击分割',
    box: '绘制矩形框',
    overwrite: '覆盖',
    sticky: '保持工具',
    stickyHint: /^保持工具：连续绘制/,
    crosshair: '十字线',
    minimap: '图片缩略导航',
    keys: '按键',
  },
} as const

/** Expects visible options to fit with text and buttons; returns true when some are only in the overflow menu. */
export async function expectOptionsWhole(page: Page, { bar, all }: { bar: string; all: string }): Promise<boolean> {
  const options = page.getByRole('toolbar', { name: bar })
  const look = () => options.evaluate(lookAt)
  await expect.poll(async () => (await look()).cut).toEqual([])
  const { hidden, shown } = await look()
  expect(shown).toBeGreaterThan(0)
  await expect(options.getByRole('button', { name: all, exact: true })).toHaveCount(hidden > 0 ? 1 : 0)
  return hidden > 0
}

/** Runs in the page: lists fully visible, hidden and partly visible options. */
function lookAt(bar: Element) {
  const frame = bar.getBoundingClientRect()
  const line = bar.firstElementChild!
  const end = Math.min(line.getBoundingClientRect().right, innerWidth)
  const isSeen = (part: Element) => part.checkVisibility({ visibilityProperty: true })
  const parts = [...line.children]
  const beyond = parts.filter((part) => isSeen(part) && part.getBoundingClientRect().right > end + 1)
  const labels = [...bar.querySelectorAll<HTMLElement>('button, label, output, span, a')].filter(
    (label) => isSeen(label) && label.closest('fieldset') === null && getComputedStyle(label).display !== 'inline',
  )
  const narrow = labels.filter((label) => label.scrollWidth > label.clientWidth + 1)
  const outside = labels.filter((label) => label.getBoundingClientRect().right > frame.right + 1)
  return {
    hidden: parts.filter((part) => !isSeen(part)).length,
    shown: parts.filter(isSeen).length,
    cut: [...beyond, ...narrow, ...outside].map((part) => part.textContent || part.getAttribute('aria-label')),
  }
}

/** Expects an icon's tooltip on hover and focus, hidden once both have left. */
export async function expectHint(page: Page, button: Locator, words: string | RegExp): Promise<void> {
  const hint = page.getByRole('tooltip').filter({ hasText: words })
  await button.hover()
  await expect(hint).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(hint).toBeHidden()
  await page.keyboard.press('Tab')
  await button.focus()
  await expect(hint).toBeVisible()
  await button.blur()
  await expect(hint).toBeHidden()
}
