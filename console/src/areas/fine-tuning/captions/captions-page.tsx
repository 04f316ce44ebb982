import { captionEndpoints } from '@vermilion/contract/fine-tunings/captions'
import { isInPlace, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { CaptionCard } from './caption-card.tsx'
import styles from './captions.module.css'
import { ChangeBar } from './change-bar.tsx'
import { captionText } from './text.ts'

const ServiceCaptions = lazyPart(async () => (await import('./service-captions.tsx')).ServiceCaptions)

/** The pictures of a folder with their captions, to be written and changed all at once. */
export function CaptionsPage() {
  const t = useText(captionText)
  const { space, folder = '' } = useSearch({ from: '/shell/fineTuning/captions' })
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  usePageTrail({ words: t('title') })
  return (
    <Page>
      <PageHeading title={t('title')}>
        <Link to="/fineTuning/tasks" search={{ create: true, space, folder: folder === '' ? undefined : folder }}>
          {t('toForm')}
        </Link>
      </PageHeading>
      <p className={styles['quiet']}>{t('words')}</p>
      <div className={styles['place']}>
        <label htmlFor="captions-space">{t('space')}</label>
        <SpaceSelect
          id="captions-space"
          {...(space === undefined ? {} : { value: space })}
          onChange={(next) => void navigate({ search: { space: next } })}
        />
        <label htmlFor="captions-folder">{t('folder')}</label>
        <FolderField
          id="captions-folder"
          spaceId={space}
          value={folder}
          onChange={(next) => void navigate({ search: { space, folder: next }, replace: true })}
        />
      </div>
      {space === undefined ? (
        <State title={t('noSpace')} words={t('noSpaceWords')} />
      ) : (
        <Pictures key={`${space}/${folder}`} spaceId={space} folder={folder} />
      )}
    </Page>
  )
}

function Pictures({ spaceId, folder }: { spaceId: string; folder: string }) {
  const t = useText(captionText)
  const { cursor } = useSearch({ from: '/shell/fineTuning/captions' })
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  const [selected, setSelected] = useState<readonly string[]>([])
  const limit = useSystem((system) => system.pageSize)
  const query = { folder, limit, ...(cursor === undefined ? {} : { cursor }) }
  const page = useQuery(readList(captionEndpoints.listCaptions, { params: { spaceId }, query }))
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  if (space.error !== null) return <ProblemState problem={space.error} onRetry={() => void space.refetch()} />
  if (page.error !== null) return <ProblemState problem={page.error} onRetry={() => void page.refetch()} />
  if (page.data === undefined || space.data === undefined) return <Bone height={300} />
  if (page.data.total === 0) return <State title={t('empty')} words={t('emptyWords')} />
  const isFixed = isInPlace(space.data)
  return (
    <>
      {isFixed ? (
        <p className={styles['quiet']}>{t('inPlace')}</p>
      ) : (
        <>
          <ChangeBar spaceId={spaceId} folder={folder} count={page.data.total} />
          <ServiceCaptions spaceId={spaceId} folder={folder} count={page.data.total} selected={selected} />
        </>
      )}
      <ul className={styles['grid']}>
        {page.data.items.map((picture) => (
          <CaptionCard
            key={picture.fileId}
            spaceId={spaceId}
            picture={picture}
            isFixed={isFixed}
            isSelected={selected.includes(picture.fileId)}
            onSelect={(isSelected) =>
              setSelected((now) => [
                ...now.filter((id) => id !== picture.fileId),
                ...(isSelected ? [picture.fileId] : []),
              ])
            }
          />
        ))}
      </ul>
      <Pager page={page.data} onCursor={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })} />
    </>
  )
}
