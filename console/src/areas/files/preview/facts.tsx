import type { SpaceFile } from '@vermilion/contract/files'
import { type PictureMetadata, previewEndpoints } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone } from '#ui/states.tsx'
import { type Fact, FactList, FileFacts } from './file-facts.tsx'
import styles from './preview.module.css'
import { text } from './text.ts'

/** Everything that is known of a file; of a picture also what it says of itself. */
export function Facts({ file }: { file: SpaceFile }) {
  return (
    <>
      <FileFacts file={file} />
      {file.kind === 'image' && <PictureFacts file={file} />}
    </>
  )
}

function PictureFacts({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const lang = useSystem(({ lang }) => lang)
  const metadata = useQuery(read(previewEndpoints.fileMetadata, { params: { fileId: file.id } }))
  if (metadata.isPending) return <Bone height={180} />
  if (metadata.data === undefined) return null
  const number = (value: number | null, digits = 2) => (value === null ? null : formatNumber(value, lang, digits))
  const picture = known(pictureFacts(metadata.data, t, number))
  const camera = known(cameraFacts(metadata.data, t, number))
  return (
    <>
      {picture.length > 0 && <FactList title={t('aboutPicture')} facts={picture} />}
      {camera.length > 0 ? (
        <FactList title={t('aboutCamera')} facts={camera} />
      ) : (
        <p className={styles['quiet']}>{t('nothingMore')}</p>
      )}
    </>
  )
}

type MaybeFact = readonly [label: string, value: string | null]
type Words = Translate<(typeof text)['en']>
type Numbers = (value: number | null, digits?: number) => string | null

const known = (facts: readonly MaybeFact[]): Fact[] => facts.filter(([, value]) => value !== null)

function pictureFacts(found: PictureMetadata, t: Words, number: Numbers): MaybeFact[] {
  const { problem, transparent, density, pages, orientation } = found
  return [
    [t('format'), found.format],
    [t('compression'), found.compression],
    [t('frames'), pages === null || pages < 2 ? null : number(pages)],
    [t('channels'), number(found.channels)],
    [t('bitDepth'), number(found.bitDepth)],
    [t('transparent'), transparent === null ? null : t(transparent ? 'yes' : 'no')],
    [t('colourSpace'), found.colourSpace],
    [t('colourProfile'), found.colourProfile],
    [t('density'), density === null ? null : t('dpi', { density: number(density) ?? '' })],
    [t('orientation'), number(orientation)],
    ...(problem === null ? [] : [[t(problem), found.detail] as const]),
  ]
}

function cameraFacts(found: PictureMetadata, t: Words, number: Numbers): MaybeFact[] {
  const { exposureTime, aperture, focalLength, latitude, longitude, altitude } = found
  return [
    [t('camera'), found.camera],
    [t('lens'), found.lens],
    [t('takenAt'), found.takenAt],
    [t('exposure'), exposureTime === null ? null : t('seconds', { seconds: fraction(exposureTime, number) })],
    [t('aperture'), aperture === null ? null : `f/${number(aperture)}`],
    [t('iso'), number(found.iso)],
    [t('focalLength'), focalLength === null ? null : `${number(focalLength)} mm`],
    [t('place'), latitude === null || longitude === null ? null : `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`],
    [t('altitude'), altitude === null ? null : `${number(altitude, 1)} m`],
    [t('software'), found.software],
  ]
}

/** As photographers write it: 1/250. */
function fraction(seconds: number, number: Numbers): string {
  return seconds >= 0.3 ? (number(seconds) ?? '') : `1/${Math.round(1 / seconds)}`
}
