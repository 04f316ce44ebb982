import type { Text } from '@vermilion/contract/kernel/text'
import { existingPathProblem } from '@vermilion/contract/paths'
import { services as kinds } from '@vermilion/contract/services/kinds'
import {
  connectStorage,
  failureOfStorage,
  openBucketFolder,
  type Services,
  type StorageSettings,
} from '#areas/settings'
import { contains } from '#platform/blobs/folder-file'
import type { RemoteFolder } from '#platform/blobs/remote-folder'
import { problemOfBucket } from '#platform/blobs/s3/failure'
import type { Platform } from '#platform/platform'
import { look, unusable, type TypedPath } from './look.ts'

const maxSuggestions = 50

interface Needs extends Pick<Platform, 'blobs'> {
  readonly services: Pick<Services, 'ofKind'>
}

export type Buckets = ReturnType<typeof createBuckets>

/** Buckets that a space may index in place, read with the key of a storage of the settings. */
export function createBuckets({ services, blobs }: Needs) {
  const opened = new Map<string, { readonly settings: string; readonly folder: RemoteFolder }>()

  async function storageOf({ path, storageId }: TypedPath, missing?: Text): Promise<StorageSettings> {
    const storages = await services.ofKind('object-storage')
    const storage = storages.find(({ id }) => id === storageId)
    if (storage === undefined) throw unusable(path, missing ?? (storages.length === 0 ? reasons.none : reasons.choose))
    return storage.settings
  }

  /** True where the product has its own contents. */
  function isOwn(path: string, storage: StorageSettings): boolean {
    const { address = '' } = blobs.service?.() ?? {}
    const endpoint = blobs.direct?.place.endpoint ?? null
    const host = hostOf(storage.endpoint)
    const isSameHost = endpoint === null ? host?.endsWith('amazonaws.com') : hostOf(endpoint) === host
    const [one, other] = [address, path].map((each) => each.slice('s3:/'.length).replace(/\/$/, ''))
    return address !== '' && isSameHost === true && (contains(one!, other!) || contains(other!, one!))
  }

  /** Objects and folders of a page. */
  async function list(storage: StorageSettings, typed: TypedPath, Prefix: string) {
    const access = { ...storage, bucket: partsOf(typed.path).bucket }
    const work = async (abortSignal: AbortSignal) => {
      const { client, library } = await connectStorage(storage)
      const order = { Bucket: access.bucket, Prefix, Delimiter: '/' }
      return client.send(new library.ListObjectsV2Command(order), { abortSignal })
    }
    return look(typed, work, (error) => problemOfBucket(failureOfStorage(access)(error), 's3:ListBucket', access))
  }

  return {
    /** A bucket has a pool of connections, which is dropped when its settings change. */
    async open(path: string, storageId: string | null): Promise<RemoteFolder> {
      const storage = await storageOf({ path, storageId }, reasons.gone)
      const [key, settings] = [`${storageId} ${path}`, JSON.stringify(storage)]
      const current = opened.get(key)
      if (current?.settings === settings) return current.folder
      const { bucket, prefix } = partsOf(path)
      const folder = openBucketFolder(storage, bucket, prefix)
      opened.set(key, { settings, folder })
      return folder
    },

    /** The path as it is stored. Fails with `space.path-unusable`, also when a look at the bucket does. */
    async find(typed: TypedPath): Promise<string> {
      const path = typed.path.replace(/\/+$/, '')
      const storage = await storageOf(typed)
      const { bucket, prefix } = partsOf(path)
      const isNamed = kinds['object-storage'].settings.shape.bucket.safeParse(bucket).success
      const problem = prefix === '' ? undefined : existingPathProblem(prefix)
      if (!isNamed || problem !== undefined) throw unusable(path, problem ?? reasons.bucket)
      if (isOwn(path, storage)) throw unusable(path, reasons.own)
      const { KeyCount = 0 } = await list(storage, typed, prefix === '' ? '' : `${prefix}/`)
      if (prefix !== '' && KeyCount === 0) throw unusable(path, reasons.nothing)
      return path
    },

    /** Buckets, or prefixes of one, that a typed path goes on to. Of the buckets one where the key may not list them. */
    async suggest(typed: TypedPath): Promise<string[]> {
      const storage = await storageOf(typed).catch(() => undefined)
      if (storage === undefined) return []
      const { bucket, prefix, isComplete } = partsOf(typed.path)
      const prefixes = async () =>
        ((await list(storage, typed, prefix)).CommonPrefixes ?? []).map(({ Prefix = '' }) => `${bucket}/${Prefix}`)
      const buckets = async (abortSignal: AbortSignal) => {
        const { client, library } = await connectStorage(storage)
        const page = await client.send(new library.ListBucketsCommand({}), { abortSignal })
        return (page.Buckets ?? []).map(({ Name = '' }) => Name)
      }
      const listed = isComplete ? prefixes() : look(typed, buckets, () => reasons.bucket)
      const names = await listed.catch(() => (isComplete ? [] : [storage.bucket]))
      const suggestions = names.map((name) => `s3://${name.replace(/\/$/, '')}`)
      return suggestions.filter((path) => path.startsWith(typed.path)).slice(0, maxSuggestions)
    },
  }
}

/** A bucket is complete with the slash behind it. */
function partsOf(path: string) {
  const [, bucket = '', slash, prefix = ''] = /^s3:\/\/([^/]*)(\/?)(.*)$/s.exec(path) ?? []
  return { bucket, prefix, isComplete: slash === '/' }
}

const hostOf = (address: string) => URL.parse(address)?.host

const reasons = {
  none: {
    en: 'no object storage is set up. Add one under Settings → Services, with the address and the key of the bucket',
    zh: '尚未配置对象存储。请在“设置 → 服务”中添加，并填写存储桶的地址和密钥',
  },
  gone: { en: 'its object storage is no longer in the settings', zh: '其对象存储已不在设置中' },
  choose: { en: 'select the object storage whose key opens the bucket', zh: '请选择用于打开该存储桶的对象存储' },
  bucket: { en: 'it names no bucket, as s3://bucket/prefix does', zh: '未指明存储桶，例如 s3://bucket/prefix' },
  own: {
    en: 'the product keeps its own contents there, which are no pictures',
    zh: '本产品在此存放自身内容，并非图片',
  },
  nothing: { en: 'no object lies below this prefix', zh: '该前缀下没有任何对象' },
} as const satisfies Record<string, Text>
