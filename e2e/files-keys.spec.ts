import { bar, cell, space, text } from './support/files.ts'
import { signIn } from './support/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.28 a range that is read late takes the place of nothing that was selected since', async ({ page, server }) => {
  const names = Array.from({ length: 2_000 }, (_, number) => `part-${String(number).padStart(4, '0')}.txt`)
  const { address } = await space(server, names.map(text))
  await signIn(page)
  await page.goto(address)
  await cell(page, 'part-0000.txt').click()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/files?*offset=1000*', async (route) => {
    await held
    await route.continue()
  })
  const late = page.waitForResponse((response) => response.url().includes('offset=1000'))
  await page.keyboard.press('Shift+End')
  await expect(cell(page, 'part-1999.txt')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Home')
  await expect(bar(page, '1 selected')).toBeVisible()
  release()
  await (await late).finished()
  await page.waitForTimeout(300)
  await expect(bar(page, '1 selected')).toBeVisible()
})
