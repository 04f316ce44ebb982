import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type DataKind, dataKinds, maxDataSources, taskPath } from '@vermilion/contract/tasks/creation'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import type { ComponentType } from 'react'
import { useText } from '#lib/i18n.ts'
import { required, requiredText, rule } from '#ui/form/rules.ts'
import styles from './create.module.css'
import { freeMountPath, type TypedSource, type TypedTask } from './form-values.ts'
import { text } from './text.ts'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'

export interface DataFieldsProps {
  at: number
  onLabelType: (labelType: string | undefined) => void
}
export type DataFields = ComponentType<DataFieldsProps>

const emptied = { id: undefined, versionId: undefined, folder: undefined, path: undefined }

interface DataSourcesProps {
  datasetFields: DataFields
  onLabelType: DataFieldsProps['onLabelType']
}

export function DataSources({ datasetFields, onLabelType }: DataSourcesProps) {
  const t = useText(text)
  const form = Form.useFormInstance<TypedTask>()
  const usedPaths = () => {
    const { dataSources, outputPath } = form.getFieldsValue(true) as TypedTask
    return [...dataSources.map(({ mountPath }) => mountPath), outputPath].filter((path) => path !== '')
  }
  return (
    <Form.List name="dataSources">
      {(rows, { add, remove }, { errors }) => (
        <>
          {rows.map(({ key, name }) => (
            <div key={key} className={`${styles['source']} relative margin-bottom-12 border radius-10`}>
              <Source at={name} datasetFields={datasetFields} onLabelType={name === 0 ? onLabelType : ignore} />
              {rows.length > 1 && (
                <Button
                  className={styles['remove'] ?? ''}
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('removeSource', { number: `${name + 1}` })}
                  onClick={() => remove(name)}
                />
              )}
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          {rows.length < maxDataSources && (
            <Button
              className="margin-bottom-20"
              type="dashed"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add({ kind: 'dataset', mountPath: freeMountPath(usedPaths()) } satisfies TypedSource)}
            >
              {t('addSource')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

const ignore = () => undefined

function Source({ at, datasetFields, onLabelType }: DataSourcesProps & { at: number }) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const path = ['dataSources', at]
  const kind = Form.useWatch<DataKind | undefined>([...path, 'kind']) ?? 'dataset'
  const fields: Record<DataKind, DataFields> = { dataset: datasetFields, space: SpaceFields, folder: FolderFields }
  const Fields = fields[kind]
  return (
    <div className={`${styles['two']} grid columns-2 gap-0-14`}>
      <Form.Item name={[at, 'kind']} label={t('dataKind')}>
        <Select
          aria-label={t('dataKindOf', { number: `${at + 1}` })}
          options={dataKinds.map((value) => ({ value, label: t(value) }))}
          onChange={(next: DataKind) => {
            form.setFieldValue(path, { ...form.getFieldValue(path), ...emptied, kind: next })
            onLabelType(undefined)
          }}
        />
      </Form.Item>
      <Fields key={kind} at={at} onLabelType={onLabelType} />
      <Form.Item
        name={[at, 'mountPath']}
        label={t('mountPath')}
        required
        rules={[rule(taskPath, t('mountPathMissing'))]}
      >
        <Input maxLength={500} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </div>
  )
}

function FolderFields({ at }: DataFieldsProps) {
  const t = useText(text)
  return (
    <Form.Item
      name={[at, 'path']}
      label={t('folder')}
      extra={t('folderHint')}
      rules={[requiredText(t('folderMissing'))]}
    >
      <Input maxLength={1_000} autoComplete="off" spellCheck={false} />
    </Form.Item>
  )
}

/** A data space or one of its folders; `at` is the index in the form's data sources. */
function SpaceFields({ at }: { at: number }) {
  const t = useText(text)
  const spaceId = Form.useWatch<string | undefined>(['dataSources', at, 'id'])
  return (
    <>
      <Form.Item name={[at, 'id']} label={t('space')} rules={[required(t('spaceMissing'))]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name={[at, 'folder']} label={t('spaceFolder')}>
        <FolderField spaceId={spaceId} />
      </Form.Item>
    </>
  )
}
