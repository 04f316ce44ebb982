import { datasetEndpoints } from '../contract/src/datasets.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { looks, patternPicture } from '../server/src/areas/search/testing/patterns.ts'
import { bar, inMenu } from './support/content/files.ts'
import { putFiles } from './support/content/put-files.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { openWeighed } from './support/screen/sizes.ts'
import { findViolations } from './support/screen/violations.ts'
import { expect, test } from './support/story.ts'

const turns = 3

test('R2.24 R2.31 which images look alike: a map with a lasso, groups, and near-duplicates of which one is kept', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
  const pictures: Record<string, Uint8Array> = { 'copy.png': await patternPicture(looks[0]!) }
  for (const look of looks)
    for (let turn = 0; turn < turns; turn += 1)
      pictures[`${look.name}-${turn}.png`] = await patternPicture(look, turn * 3)
  await putFiles(server, spaceId, pictures)
  const about = { labelType: 'target-detection', format: 'coco', type: 'image', spaceId } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, { body: { name: 'floors', ...about } })
  const params = { datasetId }
  const images = Object.keys(pictures).length
  await expect.poll(async () => (await call(datasetEndpoints.getDataset, { params })).fileCount).toBe(images)
  await enter(page, server)
  await prefer(page, { lang: 'en-US' })
  const options = page.getByRole('listbox', { name: 'Images' }).getByRole('option')

  await test.step('nothing is compared until somebody asks for it', async () => {
    await page.goto(`/data-set/list/file/${datasetId}`)
    await page.getByRole('tab', { name: 'Similarity' }).click()
    await page.getByRole('button', { name: 'Compare images' }).click()
    await expect(page.getByRole('application', { name: `Map of ${images} images` })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('the map: colours are filtered, and a lasso around everything leads to the images', async () => {
    const map = page.getByRole('application', { name: /^Map of/ })
    const box = (await map.boundingBox())!
    const corner = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
    await page.mouse.move(...corner(0.02, 0.02))
    await page.mouse.down()
    for (const [x, y] of [
      [0.98, 0.02],
      [0.98, 0.98],
      [0.02, 0.98],
      [0.02, 0.05],
    ] as const)
      await page.mouse.move(...corner(x, y), { steps: 4 })
    await page.mouse.up()
    await expect(page.getByText(`${images} images selected`)).toBeVisible()
    const legend = page.getByRole('list', { name: 'Shown on the map' })
    await legend.getByRole('checkbox').first().uncheck()
    const visible = page.getByRole('button', { name: /^Show \d+ images?$/ })
    await expect(visible).not.toHaveText(`Show ${images} images`)
    const count = Number(/\d+/.exec((await visible.textContent()) ?? '')![0])
    await visible.click()
    await expect(page).toHaveURL(/set=/)
    await expect(options).toHaveCount(count)
    await page.getByRole('button', { name: 'Remove the filter Picked images' }).click()
    await expect(options).toHaveCount(images)
  })

  await test.step('opened first, the map is light enough', async () => {
    const path = `/data-set/list/file/${datasetId}?tab=likeness`
    const { line, isTooLarge } = await openWeighed(page, { name: 'likeness-map', path, signedOut: false })
    expect(isTooLarge, line).toBe(false)
    await expect(page.getByRole('application', { name: /^Map of/ })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('groups lead to their images', async () => {
    await page.getByRole('tab', { name: 'Similarity' }).click()
    await page.getByText('Groups', { exact: true }).click()
    await page.getByRole('button', { name: 'Show the images of group 1' }).click()
    await expect(page).toHaveURL(/set=/)
    expect(await options.count()).toBeLessThan(images)
  })

  await test.step('of near-duplicates one is kept; the others are selected, tagged, and that is undone', async () => {
    await page.goto(`/data-set/list/file/${datasetId}?tab=likeness&look=duplicates`)
    const slider = page.getByRole('slider', { name: 'Similarity at least' })
    await slider.press('End')
    await expect(
      page.getByText('1 image is a duplicate of a kept one (1 of the same content), in 1 groups.'),
    ).toBeVisible()
    await expect(page.getByRole('list', { name: 'Duplicates' }).getByText('Same content')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep one of each' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep one of each' }).click()
    await expect(options).toHaveCount(1)
    await options.first().click()
    await bar(page, '1 selected').getByRole('button', { name: 'Tags' }).click()
    await page.locator('#add-tags').fill('duplicate')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /1 image/ })
      .click()
    const tagged = async () => (await call(datasetEndpoints.countItems, { params, query: { tag: 'duplicate' } })).items
    await expect.poll(tagged).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(tagged).toBe(0)
    const imageCount = async () => (await call(datasetEndpoints.getDataset, { params })).fileCount
    const all = await imageCount()
    await bar(page, '1 selected').getByRole('button', { name: 'Actions' }).click()
    await inMenu(page, 'Take out of the dataset').click()
    await expect.poll(imageCount).toBe(all - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(imageCount).toBe(all)
  })
})
