import type { Page } from '@playwright/test'
import { serviceEndpoints } from '../../../contract/src/services.ts'
import { choose } from '../content/labeled.ts'
import { expect } from '../story.ts'
import type { Call } from '../server/client.ts'
import { type GenerationWords, named } from './words.ts'

/** Adds the chat services of `startModels`. */
export async function createModelServices(call: Call, url: string): Promise<void> {
  for (const [model, vision] of [
    ['writer', false],
    ['judge', true],
    ['moody', true],
  ] as const) {
    await call(serviceEndpoints.createService, {
      body: { kind: 'chat', name: model, settings: { url, model, vision } },
    })
  }
}

async function chooseAction(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** R3.10 R9.03: image statistics and two vision models, one of which sometimes fails, score all images jointly. */
export async function evaluateImages(page: Page, text: GenerationWords, name: string, images: number): Promise<void> {
  await chooseAction(page, text.actions(name), text.evaluateImages)
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: text.models }).click()
  for (const model of ['judge (judge)', 'moody (moody)']) {
    await page.locator('.ant-select-item-option').filter({ hasText: model }).click()
  }
  await form.getByRole('textbox', { name: text.name }).click()
  await expect(form.getByText(text.realism)).toBeVisible()
  // The cost is shown unasked.
  await expect(form.getByText(new RegExp(`\\b${images} .*\\b${images * 2} `))).toBeVisible()
  await form.getByRole('button', { name: named(text.evaluate) }).click()
  await expect(page.getByText(text.alpha)).toBeVisible()
  await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
  await page.getByRole('tab', { name: text.images }).click()
  await expect(page.getByText('judge says so').first()).toBeVisible()
  await expect(page.getByText(text.callFailed).first()).toBeVisible()
}

interface ExportWishes {
  readonly dataset: string
  /** Class of all images; without it they have their ground truth. */
  readonly imageClass?: string
}

/** Exports the open generation's images with labels, and opens the dataset. */
export async function exportImages(
  page: Page,
  text: GenerationWords,
  name: string,
  { dataset, imageClass }: ExportWishes,
): Promise<void> {
  await chooseAction(page, text.actions(name), text.export)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text.name }).fill(dataset)
  if (imageClass !== undefined) {
    await choose(page, text.labelType, text.classification)
    await dialog.getByRole('textbox', { name: text.classOfAll }).fill(imageClass)
  }
  await dialog.getByRole('button', { name: named(text.doExport) }).click()
  await expect(page.getByText(text.exported).first()).toBeVisible()
  await page.getByRole('button', { name: text.openDataset }).click()
  await expect(page.getByRole('heading', { level: 1, name: dataset })).toBeVisible()
}

/** Starts a training on the open dataset, and waits until it runs. */
export async function startTraining(page: Page, text: GenerationWords, name: string): Promise<void> {
  await page.getByRole('button', { name: text.train }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(text.taskName).fill(name)
  await form.getByRole('button', { name: text.startTraining }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText(text.running, { exact: true }).first()).toBeVisible()
}
