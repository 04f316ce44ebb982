import { fail } from '@vermilion/contract/kernel/errors'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { OpenRemoteFolder, RemoteFolder } from '#platform/blobs/remote-folder'
import { createBucketFolder } from '#platform/blobs/s3/folder'
import { refuseMetadata, safeLookup, type Services } from '#areas/settings'
import type { AddressLists } from './address-lists.ts'

interface Needs {
  readonly services: Pick<Services, 'ofKind'>
  readonly addressLists: Pick<AddressLists, 'open'>
}

/** A bucket has a pool of connections, which is dropped when its settings change. */
export function createRemoteFolders({ services, addressLists }: Needs): OpenRemoteFolder {
  const opened = new Map<string, { readonly settings: string; readonly folder: RemoteFolder }>()

  return async (path, storageId) => {
    const bucket = bucketOf(path)
    if (bucket === undefined) return addressLists.open(path)
    const storage = (await services.ofKind('object-storage')).find(({ id }) => id === storageId)
    if (storage === undefined) throw fail('space.path-unusable', { path, reason: noStorage })
    const [key, settings] = [`${storageId} ${path}`, JSON.stringify(storage.settings)]
    const current = opened.get(key)
    if (current?.settings === settings) return current.folder
    const folder = openBucket(bucket, storage.settings)
    opened.set(key, { settings, folder })
    return folder
  }
}

const noStorage = {
  en: 'its object storage is no longer in the settings',
  zh: '其对象存储已不在设置中',
}

interface BucketPath {
  readonly bucket: string
  /** Without a slash at its ends. */
  readonly prefix: string
}

export function bucketOf(path: string): BucketPath | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/s.exec(path) ?? []
  return bucket === undefined ? undefined : { bucket, prefix }
}

function openBucket(at: BucketPath, settings: ServiceSettings<'object-storage'>): RemoteFolder {
  const { endpoint, region, pathStyle: isPathStyle, accessKeyId, secretKey } = settings
  const access = { ...at, endpoint, region, isPathStyle, encryption: undefined, storageClass: undefined }
  try {
    refuseMetadata(endpoint)
  } catch {
    throw new StoreUnreachable(sayInBoth(serviceFailures['address-forbidden'], { place: endpoint }))
  }
  return createBucketFolder(access, { accessKeyId, secretAccessKey: secretKey ?? '' }, safeLookup)
}
