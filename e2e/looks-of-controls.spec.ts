import { spaceEndpoints } from '../contract/src/spaces.ts'
import { enter, prefer, themes } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

test('in a drawer of a wide window every column of a table is in sight', async ({ page, server }) => {
  const { id } = await createClient(server)(spaceEndpoints.createSpace, { body: { name: 'floor', path: 'floor' } })
  await page.setViewportSize({ width: 2560, height: 1440 })
  await enter(page, server)
  await page.goto(`/space/list/file/${id}/evaluations?standards=true`)
  const frame = page.getByRole('dialog').locator('div:has(> table)')
  await expect(frame.getByRole('row').nth(1)).toBeVisible()
  expect(await frame.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the chosen part of a switch is lighter than its track in both themes', async ({ browser, server }) => {
  for (const theme of themes) {
    const context = await browser.newContext({ baseURL: server.address })
    const page = await context.newPage()
    await prefer(page, { theme })
    await enter(page, server)
    for (const path of ['/space/list', '/settings/appearance']) {
      await page.goto(path)
      const selected = page.locator('label:has(input[type=radio]:checked)').last()
      await expect(selected).toBeVisible()
      const [own, track] = await selected.evaluate((element) => {
        const lightnessOf = (color: string) => Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number))
        const trackOf = (part: Element): string => {
          const color = getComputedStyle(part).backgroundColor
          return color === 'rgba(0, 0, 0, 0)' && part.parentElement !== null ? trackOf(part.parentElement) : color
        }
        return [
          lightnessOf(getComputedStyle(element).backgroundColor),
          lightnessOf(trackOf(element.parentElement ?? element)),
        ]
      })
      expect((own ?? 0) - (track ?? 0), `${theme} ${path}`).toBeGreaterThan(10)
    }
    await context.close()
  }
})
