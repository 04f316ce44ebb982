import { likenessEndpoints } from '@vermilion/contract/image-search/likeness'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './likeness.module.css'
import type { MapStyle } from './map-drawing.ts'
import type { MapPoints } from './map-points.ts'
import { text } from './text.ts'
import { Thumbnail } from './thumbnail.tsx'
import { type Hovered, type MapTool, useMapView } from './use-map-view.ts'

interface MapCanvasProps {
  datasetId: string
  points: MapPoints
  style: MapStyle
  tool: MapTool
  nameOf: (point: number) => string
  onLasso: (points: readonly number[]) => void
}

export function MapCanvas({ datasetId, points, style, tool, nameOf, onLasso }: MapCanvasProps) {
  const t = useText(text)
  const help = useId()
  const { canvas, outline, hovered, zoom, fit, handlers } = useMapView({ points, style, tool, onLasso })
  return (
    <div className={`${styles['holder']} relative grow border radius-8 ground-panel`}>
      <div
        className={`${styles['surface']} full absolute inset-0 radius-8 cursor-crosshair no-touch`}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it takes keys, as its help says
        tabIndex={0}
        aria-label={t('mapName', { count: points.count })}
        aria-describedby={help}
        data-tool={tool}
        {...handlers}
      >
        <canvas ref={canvas} className="full absolute inset-0 radius-8" aria-hidden />
      </div>
      {outline.length > 1 && (
        <svg className={`${styles['lasso']} full absolute inset-0 no-pointer`} aria-hidden>
          <polygon points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
      )}
      {hovered !== null && (
        <HoveredImage
          datasetId={datasetId}
          hovered={hovered}
          number={points.numbers[hovered.point]!}
          name={nameOf(hovered.point)}
        />
      )}
      <div className="absolute flex gap-6" style={{ right: 10, bottom: 10 }}>
        <Button size="small" aria-label="+" onClick={() => zoom(1.5)}>
          {'+'}
        </Button>
        <Button size="small" aria-label="−" onClick={() => zoom(1 / 1.5)}>
          {'−'}
        </Button>
        <Button size="small" onClick={fit}>
          {t('fit')}
        </Button>
      </div>
      <p id={help} className={`${styles['help']} absolute text-secondary font-12 no-pointer`}>
        {t('mapHelp')}
      </p>
    </div>
  )
}

interface HoveredImageProps {
  datasetId: string
  hovered: Hovered
  number: number
  name: string
}

function HoveredImage({ datasetId, hovered: { left, top }, number, name }: HoveredImageProps) {
  const settled = Number(useSettled(`${number}`, 120))
  const item = useQuery(read(likenessEndpoints.getNumberedItem, { params: { datasetId, number: settled } })).data
  if (item === undefined || settled !== number) return null
  return (
    <div
      className={`${styles['hovered']} stack absolute layer-1 border-strong radius-8 ground-raised shadow-secondary font-12 no-pointer break-anywhere`}
      style={{ left, top }}
    >
      <Thumbnail item={item} />
      <span>{visibleName(item.path)}</span>
      <small className="text-secondary">{name}</small>
    </div>
  )
}
