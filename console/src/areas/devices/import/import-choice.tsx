import {
  type ImportPreview as Preview,
  type ImportPreviewRow,
  importNotes,
  importProblems,
} from '@vermilion/contract/devices/imports'
import Form, { type FormInstance } from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import type { RowSelection } from '#ui/table/row-selection.ts'
import { CredentialFields } from '../form/credential-fields.tsx'
import { newDevice, type TypedCredentials } from '../form/form-values.ts'
import { say } from '@vermilion/contract/kernel/text'
import { unknownValue } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { State } from '#ui/feedback/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { isFit, rowKey } from './import-rows.ts'
import { importText } from './text.ts'

export type CredentialsForm = Pick<FormInstance<TypedCredentials>, 'validateFields'>

interface ImportChoiceProps {
  preview: Preview
  selection: RowSelection<ImportPreviewRow>
  onForm: (form: CredentialsForm) => void
}

export function ImportChoice({ preview, selection, onForm }: ImportChoiceProps) {
  const t = useText(importText)
  return (
    <>
      <ImportPreview preview={preview} selection={selection} />
      {preview.rows.some(isFit) && (
        <Form<TypedCredentials>
          ref={(form) => {
            if (form !== null) onForm(form)
          }}
          layout="vertical"
          preserve={false}
          initialValues={{ method: newDevice.method }}
          className="margin-top-24"
        >
          <h3 className="heading text-ink margin-bottom-12">{t('authentication')}</h3>
          <CredentialFields stored={undefined} />
        </Form>
      )}
    </>
  )
}

interface ImportPreviewProps {
  preview: Preview
  selection: RowSelection<ImportPreviewRow>
}

function ImportPreview({ preview: { rows, notes }, selection }: ImportPreviewProps) {
  const t = useText(importText)
  const language = useSystem((system) => system.lang)
  const fit = rows.filter(isFit)
  return (
    <div className="stack gap-14">
      {notes.length > 0 && (
        <section className="note radius-8 ground-quaternary" style={{ padding: '12px 16px' }} aria-label={t('notes')}>
          <h3 className="heading margin-bottom-6 text-ink">{t('notes')}</h3>
          <ul>
            {notes.map(({ note, line, detail }) => (
              <li key={`${note} ${line} ${detail}`}>
                {t('line', { line })} · {say(importNotes[note], language, { detail })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <DataTable
        label={t('preview')}
        columns={useColumns()}
        rows={rows}
        rowKey={rowKey}
        choice={{
          rows: selection.rows,
          nameOf: ({ device }) => device.name,
          onRow: (row, range) => isFit(row) && selection.toggle(fit, row, range),
          onAll: (on) => (on ? selection.add(fit) : selection.remove(rows)),
        }}
        empty={<State title={t('nothing')} text={t('nothingWords')} />}
      />
    </div>
  )
}

function useColumns(): Column<ImportPreviewRow>[] {
  const t = useText(importText)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ device, line }) => <TwoLines first={device.name || unknownValue} second={t('line', { line })} />,
    },
    {
      key: 'address',
      title: t('address'),
      cell: ({ device: { username, host, port } }) => (
        <code>{`${username || '?'}@${host || '?'}${port === null || port === 22 ? '' : `:${port}`}`}</code>
      ),
    },
    { key: 'group', title: t('group'), width: 110, cell: ({ device }) => device.group },
    { key: 'jump', title: t('jump'), width: 110, cell: ({ device }) => device.jump ?? unknownValue },
    {
      key: 'state',
      title: t('state'),
      width: 240,
      cell: (row) =>
        isFit(row) ? (
          <Status tone="good">{t('ready')}</Status>
        ) : (
          <ul className="text-error-text font-13 white-space-normal" style={{ lineHeight: 1.45 }}>
            {row.problems.map(({ problem, detail, line }) => (
              <li key={problem}>{say(importProblems[problem], language, { detail, line })}</li>
            ))}
          </ul>
        ),
    },
  ]
}
