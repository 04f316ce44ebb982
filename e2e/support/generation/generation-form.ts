import type { Page } from '@playwright/test'
import { expect } from '../story.ts'
import { choose } from '../content/labeled.ts'
import type { ModelsService } from '../server/models-service.ts'
import { type GenerationWords, named } from './words.ts'

const formOf = (page: Page) => page.getByRole('dialog').first()

interface DescribedItems {
  readonly description: string
  readonly items: number
  /** Number of items received when the model pauses. */
  readonly streamed: number
  readonly models: ModelsService
}

/** R9.02: items appear as the model writes them, survive a reload, and become rows of the open form. */
export async function describeItems(page: Page, text: GenerationWords, described: DescribedItems): Promise<void> {
  const { description, items, streamed, models } = described
  const dialog = page.getByRole('dialog').last()
  await formOf(page).getByRole('button', { name: text.describe }).click()
  await dialog.getByLabel(text.description).fill(description)
  await dialog.getByLabel(text.numberOfItems).fill(`${items}`)
  await dialog.getByRole('button', { name: text.write }).click()
  await expect(dialog.getByText(text.of(streamed, items))).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(streamed)
  await page.reload()
  await formOf(page).getByRole('button', { name: text.describe }).click()
  await expect(dialog.getByText(text.of(streamed, items))).toBeVisible()
  models.finishReply()
  await expect(dialog.getByText(text.of(items, items))).toBeVisible()
  await dialog.getByRole('button', { name: text.add(items) }).click()
}

export interface ScoreRange {
  /** Name in the form. */
  readonly model: string
  readonly minimum: number
  readonly maximum: number
  readonly repeats: number
}

/** R5.07: images outside the score range are set aside and retried. */
export async function setScoreCondition(page: Page, text: GenerationWords, range: ScoreRange): Promise<void> {
  const form = formOf(page)
  await form.getByLabel(text.score).check()
  await choose(page, text.scoreModel, range.model)
  await form.getByLabel(text.scoreMinimum).fill(`${range.minimum}`)
  await form.getByLabel(text.scoreMaximum).fill(`${range.maximum}`)
  await form.getByLabel(text.repeats).fill(`${range.repeats}`)
}

interface Sizes {
  readonly side: number
  readonly images: number
  readonly seed: number
}

export async function startGeneration(page: Page, text: GenerationWords, name: string, sizes: Sizes): Promise<void> {
  const form = formOf(page)
  await form.getByRole('textbox', { name: text.name }).fill(name)
  await form.getByLabel(text.width).fill(`${sizes.side}`)
  await form.getByLabel(text.height).fill(`${sizes.side}`)
  await form.getByLabel(text.count).fill(`${sizes.images}`)
  await form.getByRole('spinbutton', { name: text.seed }).fill(`${sizes.seed}`)
  await form.getByRole('button', { name: named(text.generate) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
