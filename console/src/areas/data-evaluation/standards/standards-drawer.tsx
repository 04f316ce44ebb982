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
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useStandardColumns } from './standard-columns.tsx'
import { blankCriterion, copyName, typedOf, type TypedStandard } from './standard-values.ts'
import { StandardView } from './standard-view.tsx'
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
      run: async () => {
        await call(dataEvaluationEndpoints.deleteStandard, { params: { standardId: standard.id } })
        notify.success(t('deleted'))
        void refresh('/evaluation-standards')
      },
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
            empty={<State title={t('empty')} words={t('emptyWords')} />}
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
