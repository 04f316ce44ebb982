import { setTimeout as wait } from 'node:timers/promises'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { generationEndpoints } from '../contract/src/generations.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient, type Call } from './support/server/client.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    filters: 'Filters',
    lineage: 'How it was generated',
    seed: 'Seed',
    hash: 'Content of the workflow',
    chip: (seed: number) => `Remove the filter Seed: ${seed}`,
    hashChip: 'Remove the filter Content of the workflow: 0123456789ab',
  },
  'zh-CN': {
    filters: '筛选',
    lineage: '生成来源',
    seed: '随机种子',
    hash: '工作流内容',
    chip: (seed: number) => `移除筛选：随机种子：${seed}`,
    hashChip: '移除筛选：工作流内容：0123456789ab',
  },
} as const

/** Three images that were generated, in a dataset. */
async function generated(call: Call) {
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
  const body = { name: 'floors', items: [{ floor: 'tile' }], width: 96, height: 96, count: 3, seed: 5 }
  const { id: generationId } = await call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  while ((await call(generationEndpoints.getGeneration, { params: { generationId } })).status !== 'success')
    await wait(50)
  const about = { labelType: 'target-detection', format: 'coco', type: 'image', spaceId, folder: '' } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, { body: { name: 'floors', ...about } })
  const params = { datasetId }
  while ((await call(datasetEndpoints.getDataset, { params })).fileCount < body.count) await wait(50)
  const { items } = await call(generationEndpoints.listGeneratedImages, { params: { generationId }, query: {} })
  return { datasetId, images: items }
}

test('R2.29 R2.25 images of a dataset are narrowed to the one of a seed, and by the content of a workflow', async ({
  browser,
  server,
}) => {
  const { datasetId, images } = await generated(createClient(server))
  const [, image] = images
  const seed = image!.seed
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    await page.goto(`/data-set/list/file/${datasetId}`)
    const cells = page.getByRole('listbox').getByRole('option')
    await expect(cells).toHaveCount(images.length)
    await page.getByRole('button', { name: text.filters }).click()
    await page.getByText(text.lineage).click()
    await page.getByRole('spinbutton', { name: text.seed }).fill(String(seed))
    await expect(cells).toHaveCount(1)
    await expect(page).toHaveURL(new RegExp(`seed=${seed}`))
    await expect(cells).toContainText(image!.path!.replace(/^.*\//, ''))

    await page.reload()
    await expect(cells).toHaveCount(1)
    await page.getByRole('button', { name: text.chip(seed) }).click()
    await expect(cells).toHaveCount(images.length)

    await page.getByRole('button', { name: text.filters }).click()
    await page.getByText(text.lineage).click()
    const hash = page.getByRole('searchbox', { name: text.hash })
    await hash.fill('0123456789abcdef')
    await hash.press('Enter')
    await expect(cells).toHaveCount(0)
    await page.getByRole('button', { name: text.hashChip }).click()
    await expect(cells).toHaveCount(images.length)
  })
})
