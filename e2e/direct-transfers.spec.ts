import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, CreateBucketCommand, PutBucketCorsCommand, DeleteBucketCorsCommand } from '@aws-sdk/client-s3'
import { directPartBytes } from '../contract/src/files/direct-uploads.ts'
import { corsRules } from '../contract/src/settings/file-storage.ts'
import { chooser, listed, openSpace, panel, sha256 } from './support/content/uploading.ts'
import { enter } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startServer, type Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const variable = process.env['VERMILION_TEST_S3']
const { username, password, origin } = new URL(variable ?? 'http://none:none@127.0.0.1')
const bucket = `vermilion-direct-${randomBytes(4).toString('hex')}`
const credentials = { accessKeyId: username, secretAccessKey: password }
const client = new S3Client({ endpoint: origin, region: 'us-east-1', forcePathStyle: true, credentials })

const keys = { AWS_ACCESS_KEY_ID: username, AWS_SECRET_ACCESS_KEY: password }
const environment = { VERMILION_BLOBS: `s3://${bucket}/files`, AWS_ENDPOINT_URL: origin, ...keys }
const storyOfBucket = test.extend<{ server: Server }>({
  server: async ({}, use) => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const server = await startServer({ environment })
    await use(server)
    await server.stop()
  },
})

storyOfBucket.skip(variable === undefined, 'VERMILION_TEST_S3 names no server of S3')

storyOfBucket(
  'browsers are tested with the bucket, are told which rule is missing, and then send and fetch past the server',
  {
    tag: '@second',
  },
  async ({ page, server }) => {
    storyOfBucket.setTimeout(180_000)
    const toBucket: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(origin)) toBucket.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const setRules = (rules: object[]) =>
      client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: rules as never } }))
    await enter(page, server)
    await page.goto('/settings/services')
    const storage = page.locator('section', { has: page.getByRole('heading', { name: 'File storage' }) })
    const check = async () => {
      await storage.getByRole('button', { name: 'Test direct access' }).click()
      await expect(storage.getByText(/Tested from /)).toBeVisible()
    }
    await expect(storage).toContainText(`s3://${bucket}/files · ${origin}`)

    await check()
    await expect(storage).toContainText('do not let this page read an answer')
    await expect(storage.locator('pre')).toContainText(`"${server.address}"`)
    const rules = corsRules(server.address)
    await setRules(rules.map((rule) => ({ ...rule, AllowedMethods: ['GET'] })))
    await check()
    await expect(storage).toContainText('do not let it write (PUT)')
    await setRules(rules)
    await check()
    await expect(storage.getByRole('button', { name: 'Send everything through the server' })).toBeVisible()
    await expect(storage.getByText('Directly', { exact: true })).toHaveCount(3)

    const folder = await mkdtemp(join(tmpdir(), 'vermilion-direct-'))
    const content = randomBytes(directPartBytes + 3_000_000)
    await writeFile(join(folder, 'large.bin'), content)
    const call = createClient(server)
    const spaceId = await openSpace(page, call)
    toBucket.length = 0
    await chooser(page, 'files').setInputFiles(join(folder, 'large.bin'))
    await expect(panel(page)).toContainText('1 file uploaded', { timeout: 60_000 })
    const [file] = await listed(call, spaceId)
    expect(file?.checksum).toBe(sha256(content))
    expect(toBucket.filter((request) => request.startsWith('PUT'))).toHaveLength(2)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate((address) => {
        const link = Object.assign(document.createElement('a'), { href: address, download: '' })
        document.body.append(link)
        link.click()
      }, `${server.address}/api/v1/files/${file?.id}/content?download=true`),
    ])
    expect(download.url().startsWith(origin)).toBe(true)
    expect(download.suggestedFilename()).toBe('large.bin')

    // Without its rules, the bucket takes nothing from the page, and the server does.
    await client.send(new DeleteBucketCorsCommand({ Bucket: bucket }))
    const other = randomBytes(directPartBytes + 7)
    await writeFile(join(folder, 'other.bin'), other)
    await chooser(page, 'files').setInputFiles(join(folder, 'other.bin'))
    await expect
      .poll(async () => (await listed(call, spaceId)).map(({ checksum }) => checksum), { timeout: 90_000 })
      .toContain(sha256(other))
    await rm(folder, { recursive: true })
  },
)
