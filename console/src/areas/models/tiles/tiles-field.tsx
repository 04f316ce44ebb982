import type { Size } from '@vermilion/contract/detection/letterbox'
import { countRuns, tileOptions, type TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { tilesText } from './text.ts'

const overlaps = [0.1, 0.2, 0.3, 0.4, 0.5]
const usual: TileOptions = tileOptions.parse({})
/** A photograph of 12 megapixels, which the cost is told for where no image is at hand. */
const example: Size = { width: 4_000, height: 3_000 }

interface TilesProps {
  modelId: string | null
  /** Sizes of images that the cost is told for. */
  pictures: readonly Size[]
}

interface TilesChoiceProps extends TilesProps {
  value?: TileOptions | null
  onChange?: (value: TileOptions | null) => void
}

export function TilesField(props: TilesProps) {
  return (
    <Form.Item name="tiles" noStyle>
      <TilesChoice {...props} />
    </Form.Item>
  )
}

/** Renders nothing for models whose predictions in tiles cannot be merged. */
export function TilesChoice({ modelId, pictures, value = null, onChange }: TilesChoiceProps) {
  const t = useText(tilesText)
  const id = useId()
  const tile = useQuery({
    ...read(modelEndpoints.tileSize, { params: { modelId: modelId ?? '' } }),
    enabled: modelId !== null,
  }).data?.size
  if (tile === undefined || tile === null || modelId === null) return null
  return (
    <div className="grid columns-1 gap-8 margin-bottom-20">
      <div>
        <label className="inline-row gap-8 cursor-pointer" htmlFor={id}>
          <Switch
            id={id}
            checked={value !== null}
            aria-describedby={`${id}-hint`}
            onChange={(isOn) => onChange?.(isOn ? usual : null)}
          />
          {t('inTiles')}
        </label>
        <p className="note" id={`${id}-hint`}>
          {t('hint')}
        </p>
      </div>
      {value !== null && (
        <>
          <p className="margin-0 tabular">{t('tileSize', { ...tile })}</p>
          <label className="inline-row gap-8" htmlFor={`${id}-overlap`}>
            {t('overlap')}
            <Select
              id={`${id}-overlap`}
              value={value.overlap}
              options={overlaps.map((one) => ({ value: one, label: `${Math.round(one * 100)} %` }))}
              onChange={(overlap) => onChange?.({ ...value, overlap })}
            />
          </label>
          <label className="row gap-8">
            <input
              type="checkbox"
              checked={value.hasFullPicture}
              onChange={({ target }) => onChange?.({ ...value, hasFullPicture: target.checked })}
            />
            {t('fullPicture')}
          </label>
          <Cost tile={tile} pictures={pictures} options={value} />
        </>
      )}
    </div>
  )
}

interface CostProps extends Pick<TilesProps, 'pictures'> {
  tile: Size
  options: TileOptions
}

function Cost({ tile, pictures, options }: CostProps) {
  const t = useText(tilesText)
  const runs = (picture: Size) => countRuns(picture, tile, options)
  const mean = pictures.reduce((sum, picture) => sum + runs(picture), 0) / pictures.length
  const count = mean < 10 ? Math.round(mean * 10) / 10 : Math.round(mean)
  const message =
    pictures.length === 0
      ? t('costAtFirst', { count: runs(example), ...example })
      : pictures.every((picture) => runs(picture) === 1)
        ? t('noCost')
        : pictures.length === 1
          ? t('costOf', { count })
          : t('costOnAverage', { count, images: pictures.length })
  return <output className="margin-0 weight-500">{message}</output>
}
