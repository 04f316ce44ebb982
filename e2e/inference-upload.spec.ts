import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderSample } from './support/content/samples.ts'
import { choose } from './support/content/labeled.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'

test('R2.23 a model runs on images of this machine, and on those alone', async ({ page, seeded }) => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-upload-'))
  const { files } = await renderSample(folder, { count: 3, seed: 5 })
  await prefer(page)
  await enter(page, seeded)
  await page.goto('/model/list')
  await page.getByRole('button', { name: 'Run inference' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Task name').fill('dropped-check')
  await choose(page, 'Images', 'Upload')
  await form.getByRole('button', { name: 'Start inference' }).click()
  await expect(form.getByText('Please choose images')).toBeVisible()
  await form.locator('input[type=file]').setInputFiles([...files])
  await expect(form.getByText('3 files uploaded')).toBeVisible()
  await form.getByRole('button', { name: 'Start inference' }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Images', { exact: true }).first().locator('xpath=..')).toContainText('3')
  await rm(folder, { recursive: true, force: true })
})

test('R2.23 R2.28 a form whose upload a reload cut off does not start on a part of the images', async ({
  page,
  seeded,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-upload-'))
  const [first = '', ...rest] = (await renderSample(folder, { count: 3, seed: 6 })).files
  await enter(page, seeded)
  await page.goto('/model/list')
  await page.getByRole('button', { name: 'Run inference' }).first().click()
  const form = page.getByRole('dialog')
  const start = form.getByRole('button', { name: 'Start inference' })
  await form.getByLabel('Task name').fill('cut-off-check')
  await choose(page, 'Images', 'Upload')
  await form.locator('input[type=file]').first().setInputFiles([first])
  await expect(form.getByText('1 file uploaded')).toBeVisible()
  await expect(form.getByText(/They stay in the data space "uploads", in \d{8}-/)).toBeVisible()
  // From now on nothing arrives.
  await page.route('**/api/v1/upload-packs', () => undefined)
  await form.locator('input[type=file]').first().setInputFiles(rest)
  await expect(form.getByText('2 still on their way')).toBeVisible()
  await page.reload()
  await expect(form.getByText(/^2 of 2 files are left/)).toBeVisible()
  await start.click()
  await expect(form.getByText(/2 files have not arrived/)).toBeVisible()
  await page.unroute('**/api/v1/upload-packs')
  await form.getByLabel('Choose the files again to go on').setInputFiles(rest)
  await expect(form.getByText('3 files uploaded')).toBeVisible()
  await start.click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Images', { exact: true }).first().locator('xpath=..')).toContainText('3')
  await rm(folder, { recursive: true, force: true })
})
