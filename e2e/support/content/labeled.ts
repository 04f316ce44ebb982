import type { Page } from '@playwright/test'
import { type Dataset, datasetEndpoints } from '../../../contract/src/datasets.ts'
import { sampleEndpoints } from '../../../contract/src/samples.ts'
import type { createClient } from '../server/client.ts'
import { resting } from '../screen/screen.ts'
import { expect } from '../story.ts'

type Call = Awaited<ReturnType<typeof createClient>>

/** Small pictures where content does not matter. */
const small = { width: 320, height: 240 }

/** A labeled dataset of a few images. */
export async function labeledSample(
  call: Call,
  count: number,
  { name = 'floor', ...size }: { name?: string; width?: number; height?: number } = {},
): Promise<Dataset> {
  await call(sampleEndpoints.createSample, { body: { name, count, labeled: true, ...small, ...size } })
  const first = async () => (await call(datasetEndpoints.listDatasets, { query: {} })).items[0]
  await expect.poll(async () => (await first())?.labeledCount, { timeout: 1_200_000 }).toBe(count)
  const dataset = await first()
  if (dataset === undefined) throw new Error('no dataset')
  return dataset
}

export async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  // A select opened while its dialog is still animating closes again.
  await resting(page)
  await page.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click()
}
