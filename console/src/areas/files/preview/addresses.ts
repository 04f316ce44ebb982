import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { addressOf } from '#lib/api.ts'

const params = ({ id }: SpaceFile) => ({ fileId: id })

export const contentParams = (file: SpaceFile) => ({ params: params(file), query: { download: 'false' } }) as const
export const contentOf = (file: SpaceFile) => addressOf(fileEndpoints.fileContent, contentParams(file))
export const downloadOf = (file: SpaceFile) =>
  addressOf(fileEndpoints.fileContent, { params: params(file), query: { download: 'true' } })
export const thumbnailOf = (file: SpaceFile) => addressOf(fileEndpoints.fileThumbnail, { params: params(file) })
export const previewOf = (file: SpaceFile) => addressOf(previewEndpoints.filePreview, { params: params(file) })
export const pictureOf = (file: SpaceFile) => addressOf(previewEndpoints.filePicture, { params: params(file) })
export const documentOf = (file: SpaceFile) => addressOf(previewEndpoints.fileDocument, { params: params(file) })
export const tileOf = (file: SpaceFile, query: { level: number; x: number; y: number }) =>
  addressOf(previewEndpoints.fileTile, { params: params(file), query })
