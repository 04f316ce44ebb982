import type { IndexedSpace } from '@vermilion/contract/image-search'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Ago } from '#ui/moment.tsx'
import { Facts } from '#ui/page/page.tsx'
import styles from './search.module.css'
import { text } from './text.ts'
import { useIndex } from './use-index.ts'

export function IndexDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  useFocusBack()
  const { index, query, build, remove } = useIndex()
  return (
    <Drawer open size={480} title={t('indexTitle')} onClose={onClose}>
      {index === undefined && <QueryState query={query} height={220} failure={t('indexFailed')} />}
      {index !== undefined && (
        <>
          <p className="margin-0-0-10 text-tertiary">{t('indexWords')}</p>
          <Facts
            facts={[
              [t('indexed'), <Indexed key="indexed" {...index} />],
              [
                t('embedder'),
                t('embedderWords', {
                  ...index.embedder,
                  version: `${index.embedder.version}`,
                  dimensions: `${index.embedder.dimensions}`,
                }),
              ],
              [t('size'), formatSize(index.bytes)],
              [t('updated'), index.updatedAt === null ? unknownValue : <Ago key="ago" time={index.updatedAt} />],
            ]}
          />
          {!index.embedder.embedsText && (
            <p className={`${styles['note']} text-tertiary`}>
              {t('finds-text-named')} <Link to="/settings/assist-models">{t('setUpContent')}</Link>
            </p>
          )}
          <div className="row gap-8 justify-between margin-top-16">
            <b>{t('spaces')}</b>
            {index.spaces.some(({ isKept }) => !isKept) && (
              <Button type="primary" onClick={() => build()}>
                {t('allSpaces')}
              </Button>
            )}
          </div>
          {index.spaces.length === 0 && <State title={t('noSpaces')} />}
          <ul className={`${styles['spaces']} grid`}>
            {index.spaces.map((space) => (
              <SpaceRow key={space.spaceId} space={space} onBuild={build} onRemove={remove} />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}

function Indexed({ indexed, images }: { indexed: number; images: number }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return t('indexedImages', { indexed: formatNumber(indexed, language), images: formatNumber(images, language) })
}

interface SpaceRowProps {
  space: IndexedSpace
  onBuild: (spaces: string[]) => void
  onRemove: (spaceId: string, name: string) => void
}

function SpaceRow({ space, onBuild, onRemove }: SpaceRowProps) {
  const t = useText(text)
  const { spaceId, name, isKept, images, indexed, unreadable } = space
  const isBehind = isKept && indexed + unreadable < images
  return (
    <li
      className="grid gap-12 align-center border-top"
      style={{ gridTemplateColumns: 'minmax(0, 1fr) auto auto', minHeight: 48 }}
    >
      <span className="ellipsis" title={visibleName(name)}>
        {visibleName(name)}
      </span>
      <small className="faint tabular">
        {isKept ? <Indexed {...space} /> : t('notKept')}
        {unreadable > 0 && ` · ${t('unreadable', { count: unreadable })}`}
        {isBehind && <ProgressBar done={indexed} total={images} label={t('building')} />}
      </small>
      {isKept ? (
        <Button size="small" aria-label={`${t('remove')}: ${name}`} onClick={() => onRemove(spaceId, name)}>
          {t('remove')}
        </Button>
      ) : (
        <Button size="small" aria-label={`${t('buildWords')}: ${name}`} onClick={() => onBuild([spaceId])}>
          {t('buildWords')}
        </Button>
      )}
    </li>
  )
}
