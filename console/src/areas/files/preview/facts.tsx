import type { SpaceFile } from '@vermilion/contract/files'
import { type PictureMetadata, previewEndpoints } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { type Fact, FactList, FileFacts } from './file-facts.tsx'
import { LineageFacts } from './lineage-facts.tsx'
import { ScoreFacts } from './score-facts.tsx'
import { text } from './text.ts'

export function Facts({ file }: { file: SpaceFile }) {
  return (
    <>
      <FileFacts file={file} />
      {file.kind === 'image' && <LineageFacts file={file} />}
      {file.kind === 'image' && file.score !== null && <ScoreFacts file={file} />}
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
  const picture = knownFacts(pictureFacts(metadata.data, t, number))
  const camera = knownFacts(cameraFacts(metadata.data, t, number))
  return (
    <>
      {picture.length > 0 && <FactList title={t('aboutPicture')} facts={picture} />}
      {camera.length > 0 ? (
        <FactList title={t('aboutCamera')} facts={camera} />
      ) : (
        <p className="text-secondary" style={{ padding: '0 16px 14px' }}>
          {t('nothingMore')}
        </p>
      )}
    </>
  )
}

type MaybeFact = readonly [label: string, value: string | null]
type Words = Translate<(typeof text)['en']>
type Numbers = (value: number | null, digits?: number) => string | null

const knownFacts = (facts: readonly MaybeFact[]): Fact[] => facts.filter(([, value]) => value !== null)

function pictureFacts(metadata: PictureMetadata, t: Words, number: Numbers): MaybeFact[] {
  const { problem, transparent, density, pages, orientation, shownAsBlack: black, shownAsWhite: white } = metadata
  return [
    [t('format'), metadata.format],
    [t('compression'), metadata.compression],
    [t('frames'), pages === null || pages < 2 ? null : number(pages)],
    [t('channels'), number(metadata.channels)],
    [t('bitDepth'), number(metadata.bitDepth)],
    [
      t('shownValues'),
      black === null || white === null ? null : t('shownRange', { black: number(black, 4)!, white: number(white, 4)! }),
    ],
    [t('transparent'), transparent === null ? null : t(transparent ? 'yes' : 'no')],
    [t('colourSpace'), metadata.colourSpace],
    [t('colourProfile'), metadata.colourProfile],
    [t('density'), density === null ? null : t('dpi', { density: number(density) ?? '' })],
    [t('orientation'), number(orientation)],
    [t('problem'), problem === null ? null : t(problem)],
  ]
}

function cameraFacts(metadata: PictureMetadata, t: Words, number: Numbers): MaybeFact[] {
  const { exposureTime, aperture, focalLength, latitude, longitude, altitude } = metadata
  return [
    [t('camera'), metadata.camera],
    [t('lens'), metadata.lens],
    [t('takenAt'), metadata.takenAt],
    [t('exposure'), exposureTime === null ? null : t('seconds', { seconds: fraction(exposureTime, number) })],
    [t('aperture'), aperture === null ? null : `f/${number(aperture)}`],
    [t('iso'), number(metadata.iso)],
    [t('focalLength'), focalLength === null ? null : `${number(focalLength)} mm`],
    [t('place'), latitude === null || longitude === null ? null : `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`],
    [t('altitude'), altitude === null ? null : `${number(altitude, 1)} m`],
    [t('software'), metadata.software],
  ]
}

/** A shutter speed as photographers write it: 1/250. */
function fraction(seconds: number, number: Numbers): string {
  return seconds >= 0.3 ? (number(seconds) ?? '') : `1/${Math.round(1 / seconds)}`
}
