import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { workEndpoints } from '../contract/src/work.ts'
import { createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

/** Hidden file input behind the button. */
const chooser = (page: Page) => page.getByLabel('Choose files')
const trayButton = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
/** Scoped to the tray; the welcome page has a list of the same name. */
const running = (page: Page) => page.getByRole('tooltip').getByRole('list', { name: 'Running now' })
const endedWork = (page: Page) => page.getByRole('list', { name: 'Ended' })

test('R4.07 a sample and a training run in the tray of every tab, also after a reload, and are stopped from it', async ({
  context,
  page,
  server,
}) => {
  const call = createClient(server)
  await enter(page, server)
  await page.goto('/welcome')
  await call(sampleEndpoints.createSample, { body: { name: 'ready', count: 12, width: 320, height: 240 } })
  const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
  await expect.poll(async () => (await datasets()).items[0]?.status).toBe('success')
  const datasetId = (await datasets()).items[0]!.id
  const body = { name: 'long-training', image: 'vermilion/starter-detector', parameters: { epochs: 500 } }
  await call(datasetEndpoints.startTraining, { params: { datasetId }, body })
  await call(sampleEndpoints.createSample, { body: { name: 'endless', count: 20_000, labeled: false } })

  await trayButton(page).click()
  const sample = running(page).getByRole('listitem').filter({ hasText: 'endless' })
  await expect(sample).toContainText('Sample')
  await expect(sample).toContainText('Running')
  await expect(sample).toContainText(/[\d,]+ \/ 20,000 images/)
  await expect(sample).toContainText(/\d (s|min) left/)
  await expect(running(page).getByRole('listitem').filter({ hasText: 'long-training' })).toContainText('Training')
  const visibleCount = async () =>
    Number((await sample.textContent())?.match(/([\d,]+) \/ 20,000/)?.[1]?.replaceAll(',', ''))
  const previousCount = await visibleCount()
  await expect.poll(visibleCount).toBeGreaterThan(previousCount)

  await page.reload()
  const other = await context.newPage()
  await other.goto('/model/list')
  for (const tab of [page, other]) {
    await trayButton(tab).click()
    await expect(running(tab).getByText('endless')).toBeVisible()
    await expect(running(tab).getByText('long-training')).toBeVisible()
  }
  for (const name of ['long-training', 'endless']) {
    await other.getByRole('button', { name: `Stop ${name}` }).click()
    const question = other.getByRole('dialog')
    await question.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(question).toBeHidden()
    // The confirmation replaced the tray.
    await trayButton(other).click()
    await expect(endedWork(other).getByRole('listitem').filter({ hasText: name })).toContainText('Stopped', {
      timeout: 30_000,
    })
  }
  await expect(endedWork(page).getByRole('listitem').filter({ hasText: 'endless' })).toContainText('Stopped')
  await expect(running(page)).toHaveCount(0)
})

test('an upload runs in the tray of every tab, is interrupted by a reload, and goes on with the same files', async ({
  context,
  page,
  server,
}, info) => {
  const call = createClient(server)
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'target', path: 'target' } })
  await enter(page, server)
  await page.goto(`/space/list/file/${id}`)
  // Slow enough to be observed: one request passes with a file or two, the others wait.
  let letThrough = 1
  await page.context().route(/\/api\/v1\/upload-packs$/, async (route) => {
    if (letThrough-- > 0) await route.continue()
  })
  // Files on disk: when selected again, they are recognized by their times.
  const files = [0, 1, 2, 3, 4].map((number) => info.outputPath(`part-${number}.bin`))
  await Promise.all(files.map((file) => writeFile(file, randomBytes(4 * 1024 * 1024))))
  await chooser(page).setInputFiles(files)
  const other = await context.newPage()
  await other.goto('/welcome')
  await trayButton(other).click()
  const row = running(other).getByRole('listitem').filter({ hasText: 'target' })
  await expect(row).toContainText('Upload')
  await expect(row).toContainText(/[48] MiB \/ 20 MiB/)

  await page.reload()
  await expect(row).toContainText('Interrupted')
  await expect(row).toContainText('Choose the same files again to go on')
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByLabel('Choose the files again to go on').setInputFiles(files)
  await expect(page.getByText('5 files uploaded')).toBeVisible()
  await expect(endedWork(other).getByRole('listitem').filter({ hasText: 'target' })).toContainText('Success')
  const works = await call(workEndpoints.listWork, {})
  expect(works.filter(({ kind }) => kind === 'upload')).toHaveLength(1)
})
