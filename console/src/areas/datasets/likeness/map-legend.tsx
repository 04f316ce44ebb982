import Checkbox from 'antd/es/checkbox'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { Legend } from './map-colours.ts'
import { text } from './text.ts'

interface MapLegendProps {
  legend: readonly Legend[]
  hidden: ReadonlySet<string>
  onHide: (hidden: ReadonlySet<string>) => void
  onHighlight: (key: string | null) => void
}

export function MapLegend({ legend, hidden, onHide, onHighlight }: MapLegendProps) {
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
