import type { ImportPreview as Preview, ImportPreviewRow } from '@vermilion/contract/devices/imports'
import Form, { type FormInstance } from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import type { RowSelection } from '#ui/table/row-selection.ts'
import { CredentialFields } from '../form/credential-fields.tsx'
import { newDevice, type TypedCredentials } from '../form/form-values.ts'
import { ImportPreview } from './import-preview.tsx'
import { isFit } from './import-rows.ts'
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
