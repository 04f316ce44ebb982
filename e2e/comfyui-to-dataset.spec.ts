import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { generationEndpoints } from '../contract/src/generations.ts'
import { workflowEndpoints } from '../contract/src/generations/workflows.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { startFakeComfyui } from '../server/src/areas/generation/engines/comfyui/testing/fake-comfyui.ts'
import { describeItems, setScoreCondition, startGeneration } from './support/generation/generation-form.ts'
import {
  createModelServices,
  evaluateImages,
  exportImages,
  startTraining,
} from './support/generation/scored-dataset.ts'
import { generationWords, named } from './support/generation/words.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startModels } from './support/server/models-service.ts'
import { expect, test } from './support/story.ts'

const item = (words: string) => ({ scene: '', floor: 'wood', words })
const typedWords = ['a "red" {bucket}', 'a cat 🐈', 'two chairs']
const reply = JSON.stringify({ items: typedWords.map(item) })
const images = 24
/** Score range of the image statistics, outside of which some images of this seed lie. */
const range = { minimum: 94, maximum: 100, repeats: 1 }
const outOfMemory = 'CUDA out of memory'
/** The workflow as ComfyUI's editor saves it, which is not its API format. */
const editorFile = JSON.stringify({ version: 0.4, last_node_id: 9, last_link_id: 9, nodes: [], links: [], groups: [] })

const words = {
  'en-US': {
    create: 'Create workflow',
    choose: 'Choose the JSON file',
    import: 'Import',
    editorFile: 'Export (API)',
    slots: 'Slots of with-lora',
    complete: 'Has everything that the workflow needs',
    inProgress: 'Images in progress',
    step: 'Step 2 of 4',
    filled: 'Download JSON',
  },
  'zh-CN': {
    create: '新建工作流',
    choose: '选择 JSON 文件',
    import: '导入',
    editorFile: '导出 (API)',
    slots: 'with-lora 的工作流参数',
    complete: '具备工作流所需的全部内容',
    inProgress: '正在生成的图片',
    step: '第 2/4 步',
    filled: '下载 JSON',
  },
} as const
type Words = (typeof words)[keyof typeof words]

for (const look of eachOnce) {
  test(`R2.30 R3.08 R3.09 R4.06 a sentence becomes images of ComfyUI, seen while they are made, a labeled dataset and a training, ${look.lang}`, async ({
    page,
    server,
  }) => {
    const text = generationWords[look.lang]
    const own = words[look.lang]
    const call = createClient(server)
    const models = await startModels({ reply, pauseAfter: reply.lastIndexOf('{') })
    await createModelServices(call, models.address)
    const first = Promise.withResolvers<void>()
    let started = 0
    const comfyui = await startFakeComfyui({
      holds: () => first.promise,
      fails: () => ((started += 1) === 2 ? outOfMemory : undefined),
    })
    const settings = { url: comfyui.address }
    await call(serviceEndpoints.createService, { body: { kind: 'image-generation', name: 'gpu', settings } })
    const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
    // A ready-made template equals an export from ComfyUI.
    const template = { name: 'template', template: 'checkpoint-lora' } as const
    const { id: workflowId, content } = await call(workflowEndpoints.importWorkflow, { body: template })
    await call(workflowEndpoints.deleteWorkflow, { params: { workflowId } })
    await prefer(page, look)
    await enter(page, server)
    await page.goto(`/space/list/file/${spaceId}/generations?create=true`)

    await importWorkflow(page, own, JSON.stringify(content))
    await describeItems(page, text, { description: 'Things on floors', items: 3, streamed: 2, models })
    await setScoreCondition(page, text, { model: text.statistics, ...range })
    await startGeneration(page, text, 'drawn', { side: 64, images, seed: 7 })
    const strip = page.getByRole('list', { name: own.inProgress })
    await expect(strip).toContainText(own.step)
    await expect(strip.locator('img').first()).toHaveJSProperty('naturalWidth', 48)
    first.resolve()
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
    await expect(strip).toHaveCount(0)
    await expect(page.getByText('with-lora', { exact: true })).toBeVisible()

    const { items } = await call(generationEndpoints.listGenerations, { params: { spaceId }, query: {} })
    const { id: generationId, made, kept, aside, failed } = items[0]!
    const list = { params: { generationId }, query: { limit: 100 } }
    const { items: generated } = await call(generationEndpoints.listGeneratedImages, list)
    expect(new Set(generated.map(({ number }) => number))).toHaveProperty('size', images)
    expect([made, kept + aside, failed, aside > 0]).toEqual([generated.length - 1, made, 1, true])
    for (const { score, status } of generated.filter(({ error }) => error === null)) {
      expect(status).toBe(score !== null && score >= range.minimum ? 'kept' : 'aside')
    }
    expect(generated.filter(({ error }) => error !== null).map(({ error }) => error)).toEqual([
      expect.stringContaining(outOfMemory),
    ])
    expect(new Set(generated.map(({ item: { words: typed } }) => typed))).toEqual(new Set(['', ...typedWords]))
    const prompts = comfyui.executed.map(({ prompt }) => JSON.stringify(prompt))
    for (const typed of typedWords) {
      expect(prompts.some((prompt) => prompt.includes(JSON.stringify(typed).slice(1, -1)))).toBe(true)
    }
    await page.getByRole('option').first().click()
    await expect(page.getByRole('dialog')).toContainText(outOfMemory)
    await page.keyboard.press('ArrowRight')
    const downloading = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('link', { name: own.filled }).click()
    const filled = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as object
    expect(Object.keys(filled)).toEqual(Object.keys(content))
    expect(JSON.stringify(filled)).toContain(String(generated[1]!.seed))
    await page.keyboard.press('Escape')
    await evaluateImages(page, text, 'drawn', made)
    await page.goBack()
    await page.goBack()
    await exportImages(page, text, 'drawn', { dataset: 'drawn floors', imageClass: 'floor' })
    const datasets = await call(datasetEndpoints.listDatasets, { query: {} })
    const labeled = { fileCount: kept, labeledCount: kept, annotationCount: kept }
    expect(datasets.items).toMatchObject([{ ...labeled, labels: [{ name: 'floor' }] }])

    await startTraining(page, text, 'drawn-floors')
    const taskId = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await call(taskEndpoints.getTask, { params: { taskId } })).toMatchObject({ status: 'running' })
    await call(taskEndpoints.stopTask, { params: { taskId } })
    await models.stop()
    await comfyui.stop()
  })
}

/** The editor's own file is refused with advice, then the right one is chosen. */
async function importWorkflow(page: Page, text: Words, workflow: string): Promise<void> {
  await page.getByRole('dialog').first().getByRole('button', { name: text.create }).click()
  const dialog = page.getByRole('dialog').last()
  const file = (name: string, json: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(json) })
  await dialog.getByLabel(text.choose).setInputFiles(file('editor.json', editorFile))
  await dialog.getByRole('button', { name: named(text.import) }).click()
  await expect(dialog.getByRole('alert')).toContainText(text.editorFile)
  await dialog.getByLabel(text.choose).setInputFiles(file('with-lora.json', workflow))
  await dialog.getByRole('button', { name: named(text.import) }).click()
  await expect(page.getByLabel(text.choose)).toHaveCount(0)
  // All slots were matched, and the server has everything.
  const slots = page.getByRole('dialog', { name: text.slots })
  await expect(slots.getByText(text.complete)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slots).toHaveCount(0)
}
