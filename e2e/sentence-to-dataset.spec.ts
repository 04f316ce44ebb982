import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import type { GeneratedImage } from '../contract/src/generations.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { describeItems, setScoreCondition, startGeneration } from './support/generation/generation-form.ts'
import { expectScoreCondition } from './support/generation/score-condition.ts'
import {
  createModelServices,
  evaluateImages,
  exportImages,
  startTraining,
} from './support/generation/scored-dataset.ts'
import { generationWords } from './support/generation/words.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startModels } from './support/server/models-service.ts'
import { expect, test } from './support/story.ts'

const item = (floor: string) => ({ scene: '', floor, dirt: 'mud', dirtCount: 1, animal: 'cat', animalCount: 1 })
const reply = JSON.stringify({ items: [item('wood'), item('tile'), item('marble')] })
const images = 24
/** Score range of the image statistics. Some scenes of this seed are outside, one of them on each attempt. */
const range = { minimum: 66, maximum: 90, repeats: 1 }
const seed = 7

/** The form's first item names only dirt, the others also a cat. */
const thingsOf = ({ item: { dirt, dirtCount, animal, animalCount } }: GeneratedImage) =>
  (dirt === '' ? 0 : dirtCount) + (animal === '' ? 0 : animalCount)

for (const look of eachOnce) {
  test(`R2.29 R3.09 R3.10 R9.02 R9.03 a sentence becomes scored images, a labeled dataset and a training, ${look.lang}`, async ({
    page,
    server,
  }) => {
    const text = generationWords[look.lang]
    const call = createClient(server)
    const models = await startModels({ reply, pauseAfter: reply.lastIndexOf('{') })
    await createModelServices(call, models.address)
    const space = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
    const spaceId = space.id
    await prefer(page, look)
    await enter(page, server)
    await page.goto(`/space/list/file/${spaceId}/generations?create=true`)

    const description = 'Cats on dirty floors, 每种地面'
    await describeItems(page, text, { description, items: 3, streamed: 2, models })
    await setScoreCondition(page, text, { model: text.statistics, ...range })
    await startGeneration(page, text, 'described', { side: 96, images, seed })
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
    const { generation, generated } = await expectScoreCondition(call, spaceId, images, range)
    const { made, kept, aside } = generation
    expect(made).toBeGreaterThan(images)
    expect(kept).toBeLessThan(images)
    await page.getByText(text.aside(aside), { exact: true }).click()
    await expect(page.getByRole('option')).toHaveCount(aside)
    await page.getByText(text.kept(kept), { exact: true }).click()
    await expect(page.getByRole('option')).toHaveCount(kept)

    await evaluateImages(page, text, 'described', made)
    const query = { recursive: 'true', sort: '-score', limit: 500 } as const
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId }, query })
    expect(items.every(({ score }) => score !== null && score > 40 && score < 90)).toBe(true)

    await page.goBack()
    await page.goBack()
    await exportImages(page, text, 'described', { dataset: 'described floors' })
    const datasets = await call(datasetEndpoints.listDatasets, { query: {} })
    const annotationCount = generated
      .filter(({ status }) => status === 'kept')
      .reduce((sum, each) => sum + thingsOf(each), 0)
    expect(datasets.items).toMatchObject([{ fileCount: kept, labeledCount: kept, annotationCount }])

    await startTraining(page, text, 'floors')
    const taskId = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await call(taskEndpoints.getTask, { params: { taskId } })).toMatchObject({ status: 'running' })
    await call(taskEndpoints.stopTask, { params: { taskId } })
    await models.stop()
  })
}
