import type { Locator, Page } from '@playwright/test'
import { generationEndpoints } from '../contract/src/generations.ts'
import { workflowEndpoints } from '../contract/src/generations/workflows.ts'
import type { Language } from '../contract/src/kernel/text.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import {
  type FakeComfyui,
  startFakeComfyui,
} from '../server/src/areas/generation/engines/comfyui/testing/fake-comfyui.ts'
import { choose } from './support/content/labeled.ts'
import { startGeneration } from './support/generation/generation-form.ts'
import { generationWords, named } from './support/generation/words.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

const ready = 'sd_xl_base_0.9.safetensors'
const missing = 'sd_xl_base_1.0.safetensors'

const words = {
  'en-US': {
    floorScenes: 'Floor scenes',
    create: 'Create workflow',
    name: 'Name',
    from: 'From',
    template: 'checkpoint with LoRA',
    importTitle: 'Import a workflow',
    import: 'Import',
    title: (name: string) => `Slots of ${name}`,
    seed: 'Seed',
    negative: 'Negative prompt',
    lacks: 'Lacks 1 thing',
    take: `${ready}: take it in place of ${missing}`,
    undo: 'Undo',
    undone: 'Undone',
    complete: 'Has everything that the workflow needs',
    again: 'Check again',
    unreachable: 'Cannot be asked',
    silent: 'Nothing listens at',
    save: 'Save',
    slots: 'Slots',
    workflow: 'Workflow',
    edit: 'Edit and run',
    like: (name: string) => `Workflow config, as of ${name}`,
    changed: 'The workflow was changed since.',
    used: /^The one that was used: [\da-f]{8}$/,
    current: /^The current one: [\da-f]{8}, of /,
    config: 'Config',
    changedAt: 'the workflow was changed since, at',
    deleted: 'the workflow was deleted since, and runs as it was',
  },
  'zh-CN': {
    floorScenes: '地面场景',
    create: '新建工作流',
    name: '名称',
    from: '来源',
    template: '基础模型与 LoRA',
    importTitle: '导入工作流',
    import: '导入',
    title: (name: string) => `${name} 的工作流参数`,
    seed: '种子',
    negative: '反向提示词',
    lacks: '缺少 1 项',
    take: `${ready}：用它替换 ${missing}`,
    undo: '撤销',
    undone: '已撤销',
    complete: '具备工作流所需的全部内容',
    again: '重新检查',
    unreachable: '无法查询',
    silent: '没有服务在监听',
    save: '保存',
    slots: '工作流参数',
    workflow: '工作流',
    edit: '修改后运行',
    like: (name: string) => `工作流配置（参照 ${name}）`,
    changed: '此后工作流已修改。',
    used: /^当时使用的版本：[\da-f]{8}$/,
    current: /^当前版本：[\da-f]{8}（/,
    config: '配置',
    changedAt: '工作流此后于',
    deleted: '工作流此后已删除，仍按当时的版本运行',
  },
} as const satisfies Record<Language, object>
type Words = (typeof words)[Language]

test('R2.30 R3.09 an imported workflow is corrected and completed, and an earlier generation runs with the one it used', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  const models = { checkpoints: [ready], loras: ['style.safetensors'], controlnets: [] }
  const comfyui = await startFakeComfyui({ models })
  const settings = { url: comfyui.address }
  await call(serviceEndpoints.createService, { body: { kind: 'image-generation', name: 'gpu', settings } })
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    const name = `drawn-${lang}`
    await page.goto(`/space/list/file/${spaceId}/generations?create=true`)
    const form = page.getByRole('dialog').first()
    await expect(form.getByText(text.floorScenes, { exact: true })).toBeVisible()
    const slots = await importTemplate(page, form, text, name)
    await completeWorkflow(page, slots, text, comfyui)
    await slots.getByRole('button', { name: named(text.save) }).click()
    await expect(slots).toHaveCount(0)
    await form.getByRole('combobox', { name: text.workflow }).focus()
    await form.getByRole('button', { name: named(text.slots) }).click()
    await expect(chosenFor(slots, text.seed)).toHaveText(['KSampler (3) · seed'])
    await expect(chosenFor(slots, text.negative)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(slots).toHaveCount(0)
    await expect(form.getByLabel(text.negative)).toHaveCount(0)

    await startGeneration(page, generationWords[lang], name, { side: 64, images: 2, seed: 7 })
    const success = page.locator('h1 + *').getByText(generationWords[lang].success)
    await expect(success).toBeVisible()
    const used = await lastGeneration(call, spaceId)
    const { workflow } = used.config
    const params = { workflowId: workflow }
    const { content, slots: corrected } = await call(workflowEndpoints.getWorkflow, { params })
    expect([content['4']?.inputs['ckpt_name'], corrected.negativePrompt]).toEqual([ready, []])

    const negativePrompt = [{ nodeId: '7', input: 'text' }]
    await call(workflowEndpoints.updateWorkflow, { params, body: { slots: { ...corrected, negativePrompt } } })
    const like = await editAndRun(page, generationWords[lang].actions(name), text, name)
    await expect(like.getByText(text.changed)).toBeVisible()
    await expect(like.getByRole('radio', { name: text.used })).toBeChecked()
    await expect(like.getByLabel(text.negative)).toHaveCount(0)
    await like.getByRole('radio', { name: text.current }).check()
    await expect(like.getByLabel(text.negative)).toBeVisible()
    await like.getByRole('radio', { name: text.used }).check()
    await expect(like.getByLabel(text.negative)).toHaveCount(0)
    const again = `${name}-again`
    await like.getByRole('textbox', { name: text.name }).fill(again)
    await like.getByRole('button', { name: named(generationWords[lang].generate) }).click()
    await expect(page.getByRole('heading', { level: 1, name: again })).toBeVisible()
    await expect(success).toBeVisible()
    expect((await lastGeneration(call, spaceId)).workflowVersion).toBe(used.workflowVersion)
    await page.getByRole('tab', { name: named(text.config) }).click()
    await expect(page.getByText(text.changedAt)).toBeVisible()

    await call(workflowEndpoints.deleteWorkflow, { params })
    await page.reload()
    await expect(
      (await editAndRun(page, generationWords[lang].actions(again), text, again)).getByText(text.deleted),
    ).toBeVisible()
  })
  await comfyui.stop()
})

/** Imports a template and returns the slots drawer, which opens by itself. */
async function importTemplate(page: Page, form: Locator, text: Words, name: string): Promise<Locator> {
  await form.getByRole('button', { name: text.create }).click()
  const dialog = page.getByRole('dialog', { name: text.importTitle })
  await dialog.getByLabel(text.name).fill(name)
  await choose(page, text.from, text.template)
  await dialog.getByRole('button', { name: named(text.import) }).click()
  const slots = page.getByRole('dialog', { name: text.title(name) })
  await expect(chosenFor(slots, text.seed)).toHaveText(['KSampler (3) · seed'])
  return slots
}

const chosenFor = (slots: Locator, label: string) =>
  slots
    .locator('.ant-form-item')
    .filter({ has: slots.page().getByRole('combobox', { name: label, exact: true }) })
    .locator('.ant-select-selection-item')

/** A missing model is replaced by one of the server, a slot is cleared, and an offline server is reported. */
async function completeWorkflow(page: Page, slots: Locator, text: Words, comfyui: FakeComfyui): Promise<void> {
  await expect(slots.getByText(text.lacks)).toBeVisible()
  await slots.getByRole('button', { name: text.take }).click()
  await expect(slots.getByText(text.complete)).toBeVisible()
  await page.getByRole('button', { name: named(text.undo) }).click()
  await expect(slots.getByText(text.lacks)).toBeVisible()
  await slots.getByRole('button', { name: text.take }).click()
  await expect(slots.getByText(text.complete)).toBeVisible()

  await comfyui.crash()
  await slots.getByRole('button', { name: text.again }).click()
  await expect(slots.getByText(text.unreachable)).toBeVisible()
  await expect(slots.getByText(text.silent)).toBeVisible()
  await comfyui.start()
  await slots.getByRole('button', { name: text.again }).click()
  await expect(slots.getByText(text.complete)).toBeVisible()

  await expect(chosenFor(slots, text.negative)).toHaveText(['CLIPTextEncode (7) · text'])
  await slots.getByRole('combobox', { name: text.negative, exact: true }).press('Backspace')
  await expect(chosenFor(slots, text.negative)).toHaveCount(0)
}

async function editAndRun(page: Page, menu: string, text: Words, name: string): Promise<Locator> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: text.edit, exact: true }).click()
  return page.getByRole('dialog', { name: text.like(name) })
}

async function lastGeneration(call: ReturnType<typeof createClient>, spaceId: string) {
  const { items } = await call(generationEndpoints.listGenerations, { params: { spaceId }, query: {} })
  const [last] = items
  if (last === undefined) throw new Error('nothing was generated')
  return last
}
