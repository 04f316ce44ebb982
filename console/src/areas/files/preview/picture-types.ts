import type { SpaceFile } from '@vermilion/contract/files'

export const browserTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']
export const decodedTypes = [...browserTypes, 'image/tiff', 'image/heic', 'image/heif']

export const hasPicture = ({ mediaType, broken }: SpaceFile) => decodedTypes.includes(mediaType) && !broken
