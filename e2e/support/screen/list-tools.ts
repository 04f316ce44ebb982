import type { Locator, Page } from '@playwright/test'
import { expect } from '../story.ts'

interface ListTools {
  readonly filters: string
  /** Names of the fields behind it. */
  readonly fields: readonly string[]
}

/** Expects a list's tools in one row at 1440 px, and its filters behind a button, on a phone in a sheet. */
export async function expectToolsOfList(page: Page, { filters, fields }: ListTools): Promise<void> {
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: filters, exact: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(button).toHaveCount(1)
  await expect.poll(() => button.evaluate(toolsBeside)).toMatchObject({ lines: 1, outside: [] })
  const { tools } = await button.evaluate(toolsBeside)
  expect(tools.length, tools.join(', ')).toBeGreaterThanOrEqual(3)
  const panel = main.getByRole('group', { name: filters, exact: true })
  await expect(panel).toBeHidden()
  await button.click()
  await expectFields(panel, fields)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await button.click()
  await expectFields(panel, fields)
  await expect(panel).toHaveCSS('position', 'fixed')
  await expect
    .poll(async () => {
      const box = await panel.boundingBox()
      return box && { left: box.x, width: box.width, bottom: box.y + box.height }
    })
    .toEqual({ left: 0, width: 390, bottom: 844 })
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
}

async function expectFields(panel: Locator, fields: readonly string[]): Promise<void> {
  for (const name of fields) {
    const field = panel.getByRole('combobox', { name, exact: true }).or(panel.getByRole('group', { name, exact: true }))
    await expect(field.first()).toBeInViewport({ ratio: 1 })
  }
}

/** Runs in the page: the tools in the button's row, and the number of lines they take. */
function toolsBeside(button: Element) {
  const controls = '.ant-segmented, .ant-select, .ant-input-affix-wrapper, button, input'
  const search = document.querySelector('main input[type=search]')!
  let line = button
  while (!line.contains(search)) line = line.parentElement!
  // Cards have their order and views beside the filters, files beside the row of them.
  while (line.parentElement!.querySelector('table, [role=listbox], [role=list], ul, h1') === null)
    line = line.parentElement!
  const isSeen = (part: Element) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const tools = [...line.querySelectorAll(controls)].filter(
    (tool) => isSeen(tool) && tool.parentElement!.closest(controls) === null && tool.getBoundingClientRect().width > 1,
  )
  const boxes = tools.map((tool) => tool.getBoundingClientRect())
  const nameOf = (tool: Element) =>
    tool.getAttribute('aria-label') ?? tool.querySelector('[aria-label]')?.getAttribute('aria-label') ?? tool.className
  // A tool below another begins a line.
  let lines = 0
  let bottom = -Infinity
  for (const box of boxes.toSorted((one, other) => one.top - other.top)) {
    if (box.top >= bottom) lines += 1
    bottom = Math.max(bottom, box.bottom)
  }
  const outside = tools.filter((_, index) => boxes[index]!.left < 0 || boxes[index]!.right > innerWidth)
  return { tools: tools.map(nameOf), lines, outside: outside.map(nameOf) }
}
