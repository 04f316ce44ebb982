import type { ListedSpace } from '@vermilion/contract/spaces'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { CardTime } from '#ui/cover/card-time.tsx'
import { CoverCard } from '#ui/cover/cover-card.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { SpaceStatus } from './space-status.tsx'
import { text } from './text.ts'

export function SpaceCard({ space, menu }: { space: ListedSpace; menu: ReactNode }) {
  const t = useText(text)
  const { id, name, description, covers, createdAt, creator, fileCount, tags, totalSize, updatedAt } = space
  return (
    <CoverCard
      name={name}
      covers={covers}
      title={
        <Link className="text-inherit" to="/space/list/file/$id" params={{ id }}>
          {visibleName(name)}
        </Link>
      }
      menu={menu}
      status={
        <>
          <SpaceStatus space={space} />
          <span>{t('filesOf', { count: fileCount })}</span>
          <span>{formatSize(totalSize)}</span>
        </>
      }
      foot={
        <>
          {creator === null ? <span /> : <Person username={creator} size={20} />}
          <CardTime createdAt={createdAt} updatedAt={updatedAt} />
        </>
      }
    >
      {description !== '' && (
        <p className="ellipsis note" title={description}>
          {description}
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} />}
    </CoverCard>
  )
}
