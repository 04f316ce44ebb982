import type { ListedDataset } from '@vermilion/contract/datasets'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { CardTime } from '#ui/cover/card-time.tsx'
import { CoverCard } from '#ui/cover/cover-card.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { RowMenu, type RowAction } from '#ui/menu/row-menu.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { DatasetLink } from '#ui/page/thing-links.tsx'
import { Names } from './assignments/names.tsx'
import { ClassChips } from './class-chips.tsx'
import { DatasetStatus } from './dataset-status.tsx'
import { SplitBar } from './split-bar.tsx'
import { text } from './text.ts'

export function DatasetCard({ dataset, actions }: { dataset: ListedDataset; actions: readonly RowAction[] }) {
  const t = useText(text)
  const {
    id,
    name,
    covers,
    createdAt,
    creator,
    displayState,
    fileCount,
    labeledCount,
    labelType,
    labels,
    splits,
    updatedAt,
  } = dataset
  return (
    <CoverCard
      name={name}
      covers={covers}
      title={
        <DatasetLink id={id} className="text-inherit">
          {visibleName(name)}
        </DatasetLink>
      }
      menu={<RowMenu label={t('actions', { name })} actions={actions} />}
      status={
        <>
          <DatasetStatus state={displayState} />
          <span>{t(labelType)}</span>
          <span>{t('labeledOf', { labeled: labeledCount, total: fileCount })}</span>
        </>
      }
      foot={
        <>
          {creator === null ? (
            <span />
          ) : (
            <Person username={creator} text={t('asCreator', { name: visibleName(creator) })} size={20} />
          )}
          <CardTime createdAt={createdAt} updatedAt={updatedAt} />
        </>
      }
    >
      <ProgressBar done={labeledCount} total={Math.max(1, fileCount)} label={t('labeled')} />
      <ClassChips labels={labels} max={4} />
      <SplitBar splits={splits} />
      <Names of={dataset} waiting={dataset.waiting} />
    </CoverCard>
  )
}
