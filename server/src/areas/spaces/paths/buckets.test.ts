import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '#platform/blobs/s3/connection'
import { skippedWithoutS3, testBuckets } from '../../../platform/blobs/testing/s3-server.ts'
import { CallFailed, startTestServer, type TestServer } from '../../../testing/start-server.ts'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createBuckets } from './buckets.ts'

const { createService, deleteService, replaceService } = serviceEndpoints
const { checkPath, createSpace, deleteSpace, getSpace, updateSpace } = spaceEndpoints

const buckets = await testBuckets()

describe.skipIf(buckets === null)(`a bucket as a data space${skippedWithoutS3}`, () => {
  const access = buckets?.access()
  const { bucket = '', prefix = '', endpoint = '' } = access ?? {}
  const settings = {
    endpoint,
    region: 'us-east-1',
    bucket,
    pathStyle: true,
    accessKeyId: buckets?.keys.accessKeyId ?? '',
    secretKey: buckets?.keys.secretAccessKey ?? '',
  }
  let server: TestServer
  let connection: Connection
  beforeAll(async () => {
    server = await startTestServer()
    connection = await connect(access!, buckets!.keys)
    const { client, library } = connection
    for (const name of ['photos/a.txt', 'photos/hall/b.txt', 'phones/c.txt'])
      await client.send(new library.PutObjectCommand({ Bucket: bucket, Key: `${prefix}/${name}`, Body: name }))
  })
  afterAll(async () => {
    connection.client.destroy()
    await server.stop()
  })

  const folder = `s3://${bucket}/${prefix}`
  let names = 0
  const addStorage = async (more: Partial<typeof settings> = {}) => {
    const storage = { kind: 'object-storage', name: `storage ${++names}`, settings: { ...settings, ...more } } as const
    return (await server.call(createService, { body: storage })).id
  }
  const create = (path: string, storageId: string | null, language = 'en-us') =>
    server.call(createSpace, { body: { name: `space ${++names}`, path, storageId } }, { language })
  const refusalOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof CallFailed)) throw new Error('the call was expected to fail')
    return error.envelope
  }

  test('without a storage, the refusal says how one is set up, in both languages', async () => {
    expect((await refusalOf(create(folder, null))).message).toMatch(/no object storage is set up.*Settings → Services/)
    expect((await refusalOf(create(folder, null, 'zh-cn'))).message).toMatch(/尚未配置对象存储.*设置 → 服务/)
    const { ok, suggestions } = await server.call(checkPath, { body: { path: folder } })
    expect({ ok, suggestions }).toEqual({ ok: false, suggestions: [] })
  })

  test('a path is stored without its slash, once, and its storage can be changed for one that opens it', async () => {
    const storageId = await addStorage()
    const space = await create(`${folder}/photos//`, storageId)
    expect(space).toMatchObject({ path: `${folder}/photos`, storageId })
    expect((await refusalOf(create(`${folder}/photos`, storageId))).data.error).toBe('space.path-taken')

    const other = await addStorage()
    const params = { spaceId: space.id }
    expect(await server.call(updateSpace, { params, body: { storageId: other } })).toMatchObject({ storageId: other })
    const wrong = await addStorage({ secretKey: 'another-secret' })
    const refused = await refusalOf(server.call(updateSpace, { params, body: { storageId: wrong } }))
    expect(refused.message).toMatch(/The service refused the key \(403\)/)
    expect(await server.call(getSpace, { params })).toMatchObject({ storageId: other })

    const inUse = await refusalOf(server.call(deleteService, { params: { serviceId: other } }))
    expect(inUse).toMatchObject({ data: { error: 'service.in-use' } })
    expect(inUse.message).toContain(space.name)
    await server.call(deleteSpace, { params })
    for (const serviceId of [storageId, other, wrong]) await server.call(deleteService, { params: { serviceId } })
  })

  test('what cannot be opened says why, in both languages', async () => {
    const storageId = await addStorage()
    const [stranger, away] = await Promise.all([
      addStorage({ secretKey: 'another-secret' }),
      addStorage({ endpoint: 'http://127.0.0.1:9' }),
    ])
    const cases: [string, string | null, RegExp, RegExp][] = [
      [folder, null, /select the object storage/, /请选择/],
      [folder, 'storage-of-nobody', /select the object storage/, /请选择/],
      ['s3://', storageId, /names no bucket/, /未指明存储桶/],
      ['s3://Upper_case/x', storageId, /names no bucket/, /未指明存储桶/],
      [`${folder}/a//b`, storageId, /has no name/, /未命名/],
      [`${folder}/../x`, storageId, /the part \.\./, /包含 \.\./],
      [`${folder}/photo`, storageId, /no object lies below/, /没有任何对象/],
      ['s3://vermilion-no-such-bucket/x', storageId, /no bucket named vermilion-no-such-bucket/, /不存在/],
      [folder, stranger, /refused the key \(403\)/, /该服务拒绝了密钥/],
      [folder, away, /Nothing listens at 127\.0\.0\.1:9/, /没有服务在监听/],
    ]
    for (const [path, opener, en, zh] of cases) {
      const refusal = await refusalOf(create(path, opener))
      expect(refusal).toMatchObject({ code: 40012, data: { error: 'space.path-unusable' } })
      expect(refusal.message).toMatch(en)
      expect((await refusalOf(create(path, opener, 'zh-cn'))).message).toMatch(zh)
      const checked = await server.call(checkPath, { body: { path, storageId: opener } })
      expect(checked).toMatchObject({ ok: false, reason: { en: expect.stringMatching(en) } })
      expect(JSON.stringify(checked)).not.toContain(settings.secretKey)
    }
    const limited = {
      params: { serviceId: stranger },
      body: { kind: 'object-storage', name: 'right', settings } as const,
    }
    await server.call(replaceService, limited)
    expect(await server.call(checkPath, { body: { path: folder, storageId: stranger } })).toMatchObject({ ok: true })
  })

  test('while a path is typed, it goes on to buckets and to prefixes', async () => {
    const storageId = await addStorage()
    const suggested = async (path: string) => (await server.call(checkPath, { body: { path, storageId } })).suggestions
    expect(await suggested('s3://')).toContain(`s3://${bucket}`)
    expect(await suggested(`s3://${bucket.slice(0, -1)}`)).toContain(`s3://${bucket}`)
    expect(await suggested('s3://no-such')).toEqual([])
    expect(await suggested(`${folder}/`)).toEqual([`${folder}/phones`, `${folder}/photos`])
    expect(await suggested(`${folder}/photo`)).toEqual([`${folder}/photos`])
    expect(await suggested(`${folder}/photos/`)).toEqual([`${folder}/photos/hall`])
  })

  test('the product’s own prefix is refused, and whatever holds it or lies in it', async () => {
    const services = { ofKind: async () => [{ id: 'one', name: 'one', settings }] } as never
    const { find } = createBuckets({ services, blobs: storeAt(`${folder}/photos`, access!.endpoint) })
    const own = /the product keeps its own contents there/
    for (const path of [`${folder}/photos`, `${folder}/photos/hall`, folder, `s3://${bucket}`])
      await expect(find({ path, storageId: 'one' })).rejects.toMatchObject({
        values: { reason: { en: expect.stringMatching(own) } },
      })
    expect(await find({ path: `${folder}/phones/`, storageId: 'one' })).toBe(`${folder}/phones`)
    const elsewhere = createBuckets({ services, blobs: storeAt(folder, 'https://other.example') })
    expect(await elsewhere.find({ path: `${folder}/photos`, storageId: 'one' })).toBe(`${folder}/photos`)
  })
})

const storeAt = (address: string, endpoint = '') =>
  ({ service: () => ({ address, away: null }), direct: { place: { endpoint } } }) as unknown as BlobStore
