import type { AddressOptions, Blob, BlobStore, ByteRange } from '#platform/blobs/blob-store'

/** Content of the store, for sending: by the store itself where browsers reach it. */
export function storedContent({ open, direct }: Pick<BlobStore, 'open' | 'direct'>, { checksum, size }: Blob) {
  const isOpen = direct !== undefined && direct.openings.browserSource !== null
  return {
    size,
    tag: checksum,
    open: (range?: ByteRange) => open(checksum, range),
    ...(isOpen && { addressOf: (options: AddressOptions) => direct.address(checksum, options) }),
  }
}
