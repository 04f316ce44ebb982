import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { scanEndpoints } from '../contract/src/files/scans.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { choose } from './support/content/labeled.ts'
import { renderSample } from './support/content/samples.ts'
import { enter } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'
import { drawFirstImage } from './support/studio/drawn.ts'

const address = URL.parse(process.env['VERMILION_TEST_S3'] ?? '')
const buckets = address?.searchParams.get('files') ?? ''

test(
  'a bucket becomes a data space, is labeled and trained on, and its key is revoked in the middle',
  { tag: '@second' },
  async ({ page, server }) => {
    test.skip(buckets === '', 'VERMILION_TEST_S3 names no server as http://KEY:SECRET@127.0.0.1:PORT?files=/folder')
    const folder = await mkdtemp(join(tmpdir(), 'vermilion-bucket-'))
    const bucket = `vermilion-story-${randomBytes(4).toString('hex')}`
    const [key, secret] = [address?.username ?? '', address?.password ?? '']
    const sample = await renderSample(folder, { count: 8, seed: 3 })
    await mkdir(join(buckets, bucket, 'floor/hall'), { recursive: true })
    for (const file of sample.files) await copyFile(file, join(buckets, bucket, 'floor/hall', basename(file)))
    const call = createClient(server)
    const dialog = page.getByRole('dialog')
    try {
      await enter(page, server)

      await test.step('the form sets up the storage that is missing, and tests it', async () => {
        await page.goto('/space/list?create=true')
        await dialog.getByLabel('Name').fill('Bucket floor')
        await dialog.getByText('Bucket (S3)').click()
        await expect(dialog.getByText('Set up by environment variables instead')).toBeVisible()
        await expect(dialog.getByLabel('Path')).toBeHidden()
        await dialog.getByRole('button', { name: 'Set up and test: Object storage' }).click()
        const storage = dialog.filter({ hasText: 'Test these values' }).last()
        await storage.getByLabel('Name').fill('Archive')
        await storage.getByLabel('Endpoint').fill(address?.origin ?? '')
        await storage.getByLabel('Region').fill('us-east-1')
        await storage.getByLabel('Bucket', { exact: true }).fill(bucket)
        await storage.getByLabel('Access key id').fill(key)
        await storage.getByLabel('Secret key').fill(secret)
        await storage.getByLabel('Bucket in the path').click()
        await storage.getByRole('button', { name: 'Test these values' }).click()
        await expect(storage.getByText('Works', { exact: true })).toBeVisible()
        await storage.getByRole('button', { name: 'Save' }).click()
      })

      await test.step('the path is suggested while it is typed, and what is wrong with it is said', async () => {
        await expect(dialog.getByTitle('Archive')).toBeVisible()
        const path = dialog.getByLabel('Path')
        const suggestion = (text: string) => page.locator('.ant-select-item-option', { hasText: text })
        await path.fill('s3://vermilion-story-')
        await expect(suggestion(`s3://${bucket}`)).toBeVisible()
        await path.fill(`s3://${bucket}/f`)
        await expect(suggestion(`s3://${bucket}/floor`)).toBeVisible()
        await expect(dialog.getByText('no object lies below this prefix')).toBeVisible()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await expect(path).toHaveValue(`s3://${bucket}/floor`)
        await expect(dialog.getByText('no object lies below this prefix')).toBeHidden()
        await dialog.getByRole('button', { name: 'Create data space' }).click()
      })

      const main = page.getByRole('main')
      await test.step('its pictures are shown where they are, and nothing can be uploaded', async () => {
        await expect(main.getByText('In place · Archive')).toBeVisible()
        await expect(main.getByRole('button', { name: 'Upload' })).toBeHidden()
        await main.getByText('hall', { exact: true }).dblclick()
        await expect(page.getByText('scene-00000.jpg')).toBeVisible()
        await expect(page.locator('img[src*="/thumbnail"]').first()).toHaveJSProperty('complete', true)
      })

      await test.step('a dataset is made of it; one image is labeled by hand, the others by a file', async () => {
        await page.getByRole('button', { name: /^Create dataset from/ }).click()
        await dialog.getByLabel('Name', { exact: true }).fill('Floor')
        for (const label of ['dirt', 'small-animal', 'animal']) {
          await dialog.getByPlaceholder('Add a label').fill(label)
          await dialog.getByPlaceholder('Add a label').press('Enter')
        }
        await dialog.getByRole('button', { name: 'Create dataset' }).click()
        await expect(page.getByText('· 0 of 8 labeled')).toBeVisible()
        const dataset = page.url()
        await page.getByRole('button', { name: 'Start labeling' }).click()
        await drawFirstImage(page, sample.truth.images[0]!)
        await page.keyboard.press('Control+s')
        await expect(page.getByText('Image 2 of 8')).toBeVisible()
        await page.goto(dataset)
        await page.getByRole('button', { name: 'Actions on Floor' }).click()
        await page.getByRole('menuitem', { name: 'Import annotations' }).click()
        await page.getByLabel('Choose a file').setInputFiles(sample.annotations)
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        await page.getByRole('button', { name: 'Done' }).click()
        await expect(page.getByText('· 8 of 8 labeled')).toBeVisible()
      })

      await test.step('a training reads its images from the bucket', async () => {
        const [dataset] = (await call(datasetEndpoints.listDatasets, { query: {} })).items
        const order = { name: 'bucket-floor', image: 'vermilion/starter-detector', parameters: { epochs: 2 } }
        const params = { datasetId: dataset?.id ?? '' }
        const { id: taskId } = await call(datasetEndpoints.startTraining, { params, body: order })
        const status = async () => (await call(taskEndpoints.getTask, { params: { taskId } })).status
        await expect.poll(status, { timeout: 300_000 }).toBe('success')
      })

      await test.step('a version tells that an image is gone from the bucket since', async () => {
        const [dataset] = (await call(datasetEndpoints.listDatasets, { query: {} })).items
        const params = { datasetId: dataset?.id ?? '' }
        const { id: versionId } = await call(datasetEndpoints.createVersion, { params, body: { name: 'First' } })
        const made = async () => (await call(datasetEndpoints.getVersion, { params: { versionId } })).status
        await expect.poll(made).toBe('success')
        await page.goto(`/data-set/list/file/${params.datasetId}?tab=versions`)
        await expect(page.getByRole('row', { name: /v1 · First/ })).toBeVisible()
        await expect(page.getByRole('note')).toBeHidden()
        await rm(join(buckets, bucket, 'floor/hall', basename(sample.files[7]!)))
        const [space] = (await call(spaceEndpoints.listSpaces, { query: {} })).items
        await call(scanEndpoints.scanSpace, { params: { spaceId: space?.id ?? '' }, body: { acceptEmpty: false } })
        await expect(async () => {
          await page.reload()
          await expect(page.getByRole('note')).toContainText('0 changed and 1 gone since this version', {
            timeout: 2_000,
          })
        }).toPass({ timeout: 30_000 })
        await expect(page.getByRole('note')).toContainText('The old content of 1 is no longer there')
      })

      const [storage] = await call(serviceEndpoints.listServices, {})
      const spacePage = async () => {
        await page.goto('/space/list')
        await expect(page.getByRole('row', { name: /Bucket floor/ })).toContainText(`s3://${bucket}/floor`)
        await page.getByRole('link', { name: 'Bucket floor' }).click()
      }
      await test.step('a revoked key is told at the space, and what was indexed stays', async () => {
        const settings = { ...storage?.settings, secretKey: 'a-key-that-was-revoked' } as never
        const body = { kind: 'object-storage', name: 'Archive', settings } as const
        await call(serviceEndpoints.replaceService, { params: { serviceId: storage?.id ?? '' }, body })
        await spacePage()
        await main.getByRole('button', { name: 'Scan again' }).click()
        await expect(main.getByRole('alert')).toContainText('The service refused the key (403)')
        await expect(main.getByRole('alert')).toContainText('The index is kept')
        await expect(main.getByText('hall', { exact: true })).toBeVisible()
      })

      await test.step('a storage that a space uses is not removed, and another can be given to it', async () => {
        await page.goto('/settings/services')
        await page.getByRole('button', { name: 'Actions for Archive' }).click()
        await page.getByRole('menuitem', { name: 'Remove' }).click()
        await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
        await expect(page.getByText(/This storage opens data spaces: Bucket floor/).first()).toBeVisible()
        const settings = { ...storage?.settings, secretKey: secret } as never
        await call(serviceEndpoints.createService, { body: { kind: 'object-storage', name: 'New key', settings } })
        await page.goto('/space/list')
        await page.getByRole('button', { name: 'Actions on Bucket floor' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        await choose(page, 'Object storage', 'New key')
        await dialog.getByRole('button', { name: 'Save changes' }).click()
        await expect(dialog).toBeHidden()
        await spacePage()
        await expect(main.getByText('In place · New key')).toBeVisible()
        await expect(main.getByRole('alert')).toBeHidden()
        await main.getByRole('button', { name: 'Scan again' }).click()
        await expect(page.getByText('The data space is being scanned')).toBeVisible()
        await expect(main.getByRole('alert')).toBeHidden()
      })
    } finally {
      await rm(folder, { recursive: true })
      await rm(join(buckets, bucket), { recursive: true })
    }
  },
)
