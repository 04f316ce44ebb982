import { pictureMetadata, type PictureMetadata } from '@vermilion/contract/files/previews'
import readExif from 'exif-reader'
import type { Exif } from 'exif-reader'
import type { LocalFile } from '#platform/blobs/blob-store'
import { profileName } from './colour-profile.ts'
import { maxPixels } from '@vermilion/contract/pictures/open-picture'
import { pictureProblemOf } from '@vermilion/contract/pictures/problems'
import { headerOf, isUnreadHevc, rangeShownOf } from '#platform/pictures/open-picture'
import { isReadFailure } from './read-failure.ts'

const depths: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
}

const nothing = Object.freeze(
  Object.fromEntries(Object.keys(pictureMetadata.shape).map((key) => [key, null])) as PictureMetadata,
)

export async function readMetadata(source: LocalFile): Promise<PictureMetadata> {
  try {
    const metadata = await headerOf(source)
    const { width, height } = metadata.autoOrient
    const problem = width * height > maxPixels ? 'too-large' : isUnreadHevc(metadata) ? 'hevc' : null
    const { exif, icc } = metadata
    return {
      ...nothing,
      ...exifFields(exif),
      problem,
      ...(problem === null && metadata.depth !== 'uchar' ? await shownFields(source) : {}),
      format: cleanText(metadata.format === 'raw' ? 'bmp' : metadata.format),
      compression: cleanText(metadata.compression),
      width,
      height,
      orientation: metadata.orientation ?? null,
      pages: metadata.pages ?? 1,
      channels: metadata.channels,
      bitDepth: metadata.bitsPerSample ?? depths[metadata.depth] ?? null,
      colourSpace: cleanText(metadata.space),
      colourProfile: icc === undefined ? null : cleanText(profileName(icc)),
      transparent: metadata.hasAlpha,
      density: within(metadata.density, 1, 100_000),
    }
  } catch (error) {
    if (isReadFailure(error)) throw error
    return { ...nothing, problem: pictureProblemOf(error) }
  }
}

async function shownFields(source: LocalFile) {
  const range = await rangeShownOf(source)
  return { shownAsBlack: range?.black ?? null, shownAsWhite: range?.white ?? null }
}

function exifFields(block: Buffer | undefined): Partial<PictureMetadata> {
  const exif = block === undefined ? undefined : parse(block)
  if (exif === undefined) return {}
  const { Image: image = {}, Photo: photo = {}, GPSInfo: gps = {} } = exif
  const make = cleanText(image.Make)
  const model = cleanText(image.Model)
  return {
    camera: make === null || model?.startsWith(make) === true ? model : cleanText(`${make} ${model ?? ''}`),
    lens: cleanText(photo.LensModel),
    software: cleanText(image.Software),
    takenAt: moment(photo.DateTimeOriginal ?? image.DateTime),
    exposureTime: within(photo.ExposureTime, 1e-7, 1e6),
    aperture: within(photo.FNumber, 0.1, 1_000),
    iso: within(first(photo.ISOSpeedRatings), 1, 1e8),
    focalLength: within(photo.FocalLength, 0.01, 1e6),
    latitude: degrees(gps.GPSLatitude, gps.GPSLatitudeRef, 'S', 90),
    longitude: degrees(gps.GPSLongitude, gps.GPSLongitudeRef, 'W', 180),
    altitude: altitude(gps.GPSAltitude, gps.GPSAltitudeRef),
  }
}

function parse(block: Buffer): Exif | undefined {
  try {
    return readExif(block)
  } catch {
    return undefined
  }
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

function cleanText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const clean = value.replaceAll(/[\p{C}]/gu, '').trim()
  return clean === '' ? null : Array.from(clean).slice(0, 100).join('')
}

function within(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null
}

function moment(value: unknown): string | null {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null
  return value.toISOString().slice(0, 19).replace('T', ' ')
}

function degrees(value: unknown, reference: unknown, negative: string, most: number): number | null {
  if (!Array.isArray(value)) return null
  const [fullDegrees, minutes = 0, seconds = 0] = value.map((part) => within(part, 0, 360) ?? Number.NaN)
  const sum = (fullDegrees ?? Number.NaN) + minutes / 60 + seconds / 3_600
  if (!(sum <= most)) return null
  return reference === negative ? -sum : sum
}

function altitude(value: unknown, reference: unknown): number | null {
  const metres = within(value, 0, 100_000)
  const below = first(reference instanceof Uint8Array ? [...reference] : reference) === 1
  return metres !== null && below ? -metres : metres
}
