import type { Dataset } from '@vermilion/contract/datasets'
import {
  likenessEndpoints,
  type LikenessMap,
  type MapColour,
  mapColours,
} from '@vermilion/contract/image-search/likeness'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import styles from './likeness.module.css'
import { MapCanvas } from './map-canvas.tsx'
import { pointColours, useLegend, type Legend } from './map-colours.ts'
import Checkbox from 'antd/es/checkbox'
import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { pointsOf, valuesOf } from './map-points.ts'
import { text } from './text.ts'
import type { MapTool } from './use-map-view.ts'
import { useOpenImages } from './use-open-images.ts'

export function MapView({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const query = useQuery(read(likenessEndpoints.getLikenessMap, { params: { datasetId: dataset.id } }))
  if (query.data !== undefined) return <LoadedMap dataset={dataset} map={query.data} />
  if (query.error === null) return <Bone height={420} />
  return <ProblemState problem={query.error} failure={t('failed')} onRetry={() => void query.refetch()} />
}

function LoadedMap({ dataset, map }: { dataset: Dataset; map: LikenessMap }) {
  const t = useText(text)
  const [by, setBy] = useState<MapColour>(dataset.annotationCount > 0 ? 'label' : 'group')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [highlighted, setHighlighted] = useState<number | null>(null)
  const [selected, setSelected] = useState<readonly number[] | null>(null)
  const [tool, setTool] = useState<MapTool>('lasso')
  const { openImages, isOpening } = useOpenImages(dataset.id)
  const points = useMemo(() => pointsOf(map), [map])
  const values = useMemo(() => valuesOf(map, by), [map, by])
  const legend = useLegend(by, values)
  const colours = useMemo(() => pointColours(values, legend, hidden), [values, legend, hidden])
  const marked = useMemo(() => {
    if (highlighted !== null) return Uint8Array.from(values.values, (value) => Number(value === highlighted))
    if (selected === null || selected.length === 0) return null
    const marks = new Uint8Array(points.count)
    for (const point of selected) marks[point] = 1
    return marks
  }, [points, values, selected, highlighted])
  const style = useMemo(() => ({ colours, marked }), [colours, marked])
  const visible = useMemo(() => [...points.numbers].filter((_, point) => colours[point] !== 0), [points, colours])
  const numbersOf = (some: readonly number[]) => some.map((point) => points.numbers[point]!)
  return (
    <div className={`${styles['map']} grid grow gap-16`}>
      <div className="stack gap-8 min-height-0">
        <div className="wrapping-row gap-8-14 min-height-36">
          <Segmented<MapTool>
            aria-label={t('tool')}
            value={tool}
            options={(['lasso', 'pan'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={setTool}
          />
          <span className="note" aria-live="polite">
            {selected !== null && (selected.length === 0 ? t('nothingIn') : t('selected', { count: selected.length }))}
          </span>
          {selected !== null && selected.length > 0 && (
            <>
              <Button type="primary" loading={isOpening} onClick={() => void openImages(numbersOf(selected))}>
                {t('showSelected')}
              </Button>
              <Button onClick={() => setSelected(null)}>{t('clear')}</Button>
            </>
          )}
        </div>
        <MapCanvas
          datasetId={dataset.id}
          points={points}
          style={style}
          tool={tool}
          nameOf={(point) => legend[values.values[point] ?? 0]?.name ?? ''}
          onLasso={setSelected}
        />
      </div>
      <aside className="stack gap-12 min-height-0">
        <label className="stack note gap-4">
          {t('colourBy')}
          <Select<MapColour>
            value={by}
            options={mapColours.map((value) => ({ value, label: t(value) }))}
            onChange={(next) => {
              setBy(next)
              setHidden(new Set())
              setHighlighted(null)
            }}
          />
        </label>
        <MapLegend
          legend={legend}
          hidden={hidden}
          onHide={setHidden}
          onHighlight={(key) => setHighlighted(key === null ? null : legend.findIndex((entry) => entry.key === key))}
        />
        <Button disabled={visible.length === 0} loading={isOpening} onClick={() => void openImages(visible)}>
          {t('showVisible', { count: visible.length })}
        </Button>
      </aside>
    </div>
  )
}

interface MapLegendProps {
  legend: readonly Legend[]
  hidden: ReadonlySet<string>
  onHide: (hidden: ReadonlySet<string>) => void
  onHighlight: (key: string | null) => void
}

function MapLegend({ legend, hidden, onHide, onHighlight }: MapLegendProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    onHide(next)
  }
  return (
    <ul className="min-height-0 scroll yielding" aria-label={t('shown')}>
      {legend
        .filter(({ images }) => images > 0)
        .map(({ key, name, colour, images }) => (
          <li
            className="row gap-8 justify-between min-height-28"
            key={key}
            onPointerEnter={() => onHighlight(key)}
            onPointerLeave={() => onHighlight(null)}
          >
            <Checkbox checked={!hidden.has(key)} onChange={() => toggle(key)}>
              <i
                className="inline-block width-10 height-10 margin-right-8 round"
                style={{ background: colour }}
                aria-hidden
              />
              <span>{name}</span>
            </Checkbox>
            <small className="text-secondary tabular">{formatNumber(images, language)}</small>
          </li>
        ))}
    </ul>
  )
}
