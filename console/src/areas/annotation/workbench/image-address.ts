import { fileEndpoints } from '@vermilion/contract/files'
import { addressOf } from '#lib/api.ts'

export function addressOfImage(fileId: string): string {
  return addressOf(fileEndpoints.fileContent, { params: { fileId }, query: {} })
}
