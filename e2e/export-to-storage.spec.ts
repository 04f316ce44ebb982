import { serviceEndpoints } from '../contract/src/services.ts'
import { startFaultProxy } from '../server/src/platform/blobs/testing/fault-proxy.ts'
import { testBuckets } from '../server/src/platform/blobs/testing/s3-server.ts'
import { labeledSample } from './support/content/labeled.ts'
import { chooser, openSpace, panel } from './support/content/uploading.ts'
import { enter } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startServer } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const buckets = await testBuckets()
test.skip(buckets === null, 'VERMILION_TEST_S3 names no server')

test(
  'an export is written to an object storage of the settings, and says where; it waits while the storage is away',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    const dataset = await labeledSample(call, 4)
    const { bucket, prefix, endpoint } = buckets!.access()
    const proxy = await startFaultProxy(endpoint!)
    await enter(page, server)
    await page.goto(`/data-set/list/file/${dataset.id}`)
    await page.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Prepare the export' }).click()
    await drawer.getByRole('button', { name: 'Export to storage' }).click()
    await expect(drawer.getByRole('link', { name: 'Set up an object storage' })).toBeVisible()
    const { accessKeyId, secretAccessKey: secretKey } = buckets!.keys
    const settings = { endpoint: proxy.address, region: 'us-east-1', bucket, accessKeyId, secretKey, pathStyle: true }
    await call(serviceEndpoints.createService, { body: { kind: 'object-storage', name: 'Team bucket', settings } })
    const form = drawer.getByRole('region', { name: 'Export to storage' })
    await expect(form.getByLabel('Bucket')).toHaveAttribute('placeholder', bucket)
    await form.getByLabel('Prefix').fill(`${prefix}/roads`)
    await form.getByRole('button', { name: 'Write to the storage' }).click()
    const address = `s3://${bucket}/${prefix}/roads/floor-coco.zip`
    await expect(drawer.getByText('Written to Team bucket', { exact: true })).toBeVisible()
    await expect(drawer.getByText(address)).toBeVisible()

    proxy.decide(() => ({ cutRequestAt: -1, cutReplyAt: 0 }))
    await drawer.getByRole('button', { name: 'Export to storage' }).click()
    await form.getByLabel('Prefix').fill(`${prefix}/roads`)
    await form.getByLabel('Replace what is there already').check()
    await form.getByRole('button', { name: 'Write to the storage' }).click()
    await expect(drawer.getByText(/It waits and goes on by itself: .*closed the connection/)).toBeVisible({
      timeout: 30_000,
    })
    proxy.decide(() => undefined)
    await expect(drawer.getByText('Written to Team bucket', { exact: true })).toBeVisible({ timeout: 30_000 })
    proxy.close()
  },
)

test(
  'uploads wait while the bucket of all files is away, say since when, and go on by themselves',
  { tag: '@second' },
  async ({ browser }) => {
    const { bucket, prefix, endpoint } = buckets!.access()
    const proxy = await startFaultProxy(endpoint!)
    const server = await startServer({
      environment: {
        VERMILION_BLOBS: `s3://${bucket}/${prefix}?style=path`,
        AWS_ENDPOINT_URL: proxy.address,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: buckets!.keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: buckets!.keys.secretAccessKey,
      },
    })
    const call = createClient(server)
    const page = await browser.newPage({ baseURL: server.address })
    await enter(page, server)
    await openSpace(page, call)
    proxy.decide(() => ({ cutRequestAt: -1, cutReplyAt: 0 }))
    await chooser(page, 'files').setInputFiles([
      { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('small') },
      { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000, 7) },
    ])
    await expect(panel(page).getByText(/have been waiting since 20/)).toBeVisible({ timeout: 60_000 })
    await expect(panel(page)).toContainText('closed the connection')
    proxy.decide(() => undefined)
    await expect(panel(page)).toContainText('2 files uploaded', { timeout: 60_000 })
    await expect(panel(page)).not.toContainText('have been waiting')
    await page.close()
    await server.stop()
    proxy.close()
  },
)
