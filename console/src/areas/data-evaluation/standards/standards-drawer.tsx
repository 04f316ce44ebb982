import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { blankCriterion, copyName, typedOf, type TypedStandard } from './standard-values.ts'
import { StandardCard } from './standard-card.tsx'
import styles from './standards.module.css'
import { text } from './text.ts'
import { StandardForm } from './standard-form.tsx'

interface StandardsDrawerProps {
  onClose: () => void
  onCreated?: (standard: Standard) => void
}

interface OpenForm {
  standard: Standard | null
  beginning: TypedStandard
}

const nothing: TypedStandard = { name: '', description: '', criteria: [blankCriterion] }

export function StandardsDrawer({ onClose, onCreated }: StandardsDrawerProps) {
  const t = useText(text)
  useFocusBack()
  const standards = useQuery(read(dataEvaluationEndpoints.listStandards, {}))
  const [opened, setOpened] = useStoredState<OpenForm>('standard')
  const [viewed, setViewed] = useState<Standard | null>(null)
  const open = (standard: Standard) =>
    standard.builtIn ? setViewed(standard) : setOpened({ standard, beginning: nothing })
  const copy = (standard: Standard) => {
    const name = copyName(standards.data ?? [], (number) =>
      number === 1 ? t('copyOf', standard) : t('furtherCopyOf', { name: standard.name, number }),
    )
    const { description, criteria } = typedOf(standard)
    setViewed(null)
    setOpened({ standard: null, beginning: { name, description, criteria } })
  }
  const askToDelete = (standard: Standard) =>
    confirm({
      title: t('deleteTitle', standard),
      body: t('deleteBody', standard),
      action: t('delete'),
      danger: true,
      failure: t('deleteFailed'),
      run: () => call(dataEvaluationEndpoints.deleteStandard, { params: { standardId: standard.id } }),
      done: t('deleted'),
      stale: ['/evaluation-standards'],
    })
  const retry = () => void standards.refetch()
  const create = () => setOpened({ standard: null, beginning: nothing })
  // Siblings instead of nested elements, so that confirmations are above all of them.
  return (
    <>
      <Drawer
        open
        title={t('title')}
        size={900}
        onClose={onClose}
        mask={{ closable: true }}
        extra={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
            {t('create')}
          </Button>
        }
      >
        <p className="margin-bottom-14 text-secondary">{t('about')}</p>
        {standards.error !== null && standards.data !== undefined && (
          <PartialStrip problem={standards.error} onRetry={retry} />
        )}
        <div className={styles['list']}>
          <DataTable
            label={t('list')}
            columns={useStandardColumns({ onOpen: open, onCopy: copy, onDelete: askToDelete })}
            rows={standards.data}
            rowKey={({ id }) => id}
            problem={standards.error}
            failure={t('listFailed')}
            onRetry={retry}
            onRow={open}
            empty={<State title={t('empty')} text={t('emptyWords')} />}
          />
        </div>
      </Drawer>
      {viewed !== null && <StandardView standard={viewed} onClose={() => setViewed(null)} onCopy={copy} />}
      {opened !== null && (
        <StandardForm {...opened} onClose={() => setOpened(null)} onCreated={(standard) => onCreated?.(standard)} />
      )}
    </>
  )
}

interface StandardViewProps {
  standard: Standard
  onClose: () => void
  onCopy: (standard: Standard) => void
}

function StandardView({ standard, onClose, onCopy }: StandardViewProps) {
  const t = useText(text)
  useFocusBack()
  return (
    <Drawer
      open
      title={standard.name}
      size={560}
      onClose={onClose}
      mask={{ closable: true }}
      footer={
        <div className="wrapping-row gap-8-14 justify-end">
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="primary" onClick={() => onCopy(standard)}>
            {t('copy')}
          </Button>
        </div>
      }
    >
      <p className="margin-bottom-14 text-secondary">{t('readOnly')}</p>
      <StandardCard {...standard} />
    </Drawer>
  )
}

interface StandardActions {
  onOpen: (standard: Standard) => void
  onCopy: (standard: Standard) => void
  onDelete: (standard: Standard) => void
}

function useStandardColumns({ onOpen, onCopy, onDelete }: StandardActions): Column<Standard>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: (standard) => (
        <TwoLines
          first={
            <button type="button" className="plain-button text-left hover-underline" onClick={() => onOpen(standard)}>
              {standard.name}
            </button>
          }
          second={
            <span className={styles['words']} title={standard.description}>
              {standard.description}
            </span>
          }
        />
      ),
    },
    { key: 'kind', title: t('kind'), width: 110, cell: ({ builtIn }) => <Tag>{t(builtIn ? 'readyMade' : 'own')}</Tag> },
    {
      key: 'version',
      title: t('version'),
      numeric: true,
      width: 84,
      cell: ({ version }) => formatNumber(version, language),
    },
    {
      key: 'criteria',
      title: t('criteria'),
      numeric: true,
      width: 84,
      cell: ({ criteria }) => formatNumber(criteria.length, language),
    },
    {
      key: 'createdBy',
      title: t('createdBy'),
      width: 110,
      wide: true,
      cell: ({ createdBy }) => createdBy ?? unknownValue,
    },
    { key: 'changed', title: t('changed'), width: 130, wide: true, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (standard) => (
        <RowMenu
          label={t('actions', standard)}
          actions={[
            { key: 'open', text: t(standard.builtIn ? 'view' : 'edit'), run: () => onOpen(standard) },
            { key: 'copy', text: t('copy'), run: () => onCopy(standard) },
            ...(standard.builtIn
              ? []
              : [{ key: 'delete', text: t('delete'), danger: true, run: () => onDelete(standard) } as const]),
          ]}
        />
      ),
    },
  ]
}
