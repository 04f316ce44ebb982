import type { Page } from '@playwright/test'
import { scriptArchive } from '../../../server/src/areas/rollouts/testing/script-archive.ts'
import { expect } from '../story.ts'

/** Uploads a script archive for every board on the page of artifacts. */
export async function addArtifact(page: Page, name: string, version: string): Promise<void> {
  await page.getByRole('button', { name: 'Add artifact' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add artifact' })
  const buffer = await scriptArchive({ name, version, compatible: '' })
  await form.locator('input[type=file]').setInputFiles({ name: `${name}.tar.gz`, mimeType: 'application/gzip', buffer })
  await form.getByRole('button', { name: 'Add artifact' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name} ${version}`) })).toContainText('Script archive')
}

/** Fills the remaining fields of the rollout form and starts it. */
export async function rollOut(page: Page, health: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Create rollout' })
  // One device: nothing goes first, and there is nothing to stop after.
  await expect(form.getByLabel('Canary devices')).toBeHidden()
  await form.getByLabel('Health check').press('ArrowDown')
  await page.getByTitle('Command on the device').click()
  await form.getByLabel('Command', { exact: true }).fill(health)
  await form.getByLabel('Deadline (seconds)').fill('2')
  await form.getByRole('button', { name: 'Start rollout' }).click()
}
