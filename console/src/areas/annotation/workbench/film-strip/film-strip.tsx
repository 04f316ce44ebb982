import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter, ItemStatus } from '@vermilion/contract/datasets/items'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { text } from '../../text.ts'
import type { Item } from '../use-actions.ts'
import { filmStripText } from './text.ts'
import styles from './film-strip.module.css'

/** Images load in overlapping windows, so that a step to the neighbor needs no new one. */
const step = 12

interface FilmStripProps {
  item: Item
  filter: ItemFilter
}

export function FilmStrip({ item, filter }: FilmStripProps) {
  const t = useText(filmStripText)
  const isOpen = useSystem(({ studio }) => studio.filmStrip)
  const changeStudio = useSystem((system) => system.changeStudio)
  const message = t(isOpen ? 'hide' : 'show')
  return (
    <nav
      className={`${styles['strip']} relative flex min-width-0 border-top ground-panel`}
      data-open={isOpen}
      aria-label={t('neighbours')}
    >
      <button
        type="button"
        className={`${styles['fold']} plain-button centered rigid text-tertiary font-11 hover-text-ink`}
        aria-label={message}
        aria-expanded={isOpen}
        title={message}
        onClick={() => changeStudio({ filmStrip: !isOpen })}
      >
        {isOpen ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
      </button>
      {isOpen && <Neighbours item={item} filter={filter} />}
    </nav>
  )
}

function Neighbours({ item, filter }: FilmStripProps) {
  const t = useText(filmStripText)
  const studio = useText(text)
  const list = useRef<HTMLUListElement>(null)
  const { datasetId } = item
  const offset = Math.max(0, (Math.floor(item.offset / step) - 1) * step)
  const query = { ...filter, offset, limit: 3 * step }
  const neighbours = useQuery(readList(datasetEndpoints.listItems, { params: { datasetId }, query }))
  const images = neighbours.data?.items ?? []
  const centre = useEffectEvent((_item: string, _count: number) => {
    const strip = list.current
    const current = strip?.querySelector<HTMLElement>('[aria-current]')
    // scrollIntoView would scroll the page as well.
    if (strip && current) strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2
  })
  useLayoutEffect(() => centre(item.id, images.length), [item.id, images.length])
  const statusOf = (id: string, status: ItemStatus) => (id === item.id ? item.status : status)
  return (
    <ul ref={list} className={`${styles['images']} relative flex grow gap-6 min-width-0 scroll-x`}>
      {images.map(({ id, fileId, path, status }, index) => (
        <li className="rigid" key={id}>
          <Link
            className="relative block radius-6 ground-tertiary clip"
            to="/data-set/list/file/$id/annotate/$itemId"
            params={{ id: datasetId, itemId: id }}
            search
            replace
            resetScroll={false}
            tabIndex={-1}
            aria-current={id === item.id ? 'page' : undefined}
            aria-label={t('image', { position: offset + index + 1, path })}
            title={`${visibleName(path)} · ${studio(`status-${statusOf(id, status)}`)}`}
          >
            <img
              className="full object-cover"
              src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
              alt=""
              loading="lazy"
              decoding="async"
              draggable={false}
            />
            <i className="absolute round" data-status={statusOf(id, status)} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
