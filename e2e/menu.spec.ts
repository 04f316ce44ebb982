import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'

// Most users have motion, so opening elements are animated for a while.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the menu of a row is used by keys alone, and gives the focus back', async ({ page, seeded }) => {
  await prefer(page)
  await enter(page, seeded)
  await page.goto('/data-set/list')
  const button = page
    .getByRole('row', { name: /warehouse-floor/ })
    .getByRole('button', { name: 'Actions on warehouse-floor' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  const items = menu.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('s')
  await expect(menu.getByRole('menuitem', { name: 'Sources' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await menu.getByRole('menuitem', { name: 'Sources' }).press('Enter')
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await button.click()
  await expect(menu).toBeInViewport({ ratio: 1 })
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toHaveCount(0)
})
