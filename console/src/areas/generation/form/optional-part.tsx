import Form from 'antd/es/form'
import type { ReactNode } from 'react'
import styles from './form.module.css'

interface OptionalPartProps {
  /** The name of the checkbox that enables the part. */
  name: 'usesDepth' | 'usesStyle' | 'usesScore'
  title: string
  hint: string
  children: ReactNode
}

/** An optional part of the config. */
export function OptionalPart({ name, title, hint, children }: OptionalPartProps) {
  const isUsed = Form.useWatch<boolean | undefined>(name)
  return (
    <div className={styles['part']}>
      <label className={styles['tick']}>
        <Form.Item name={name} noStyle valuePropName="checked">
          <input type="checkbox" />
        </Form.Item>
        {title}
      </label>
      {isUsed === true && (
        <>
          <p className={styles['note']}>{hint}</p>
          {children}
        </>
      )}
    </div>
  )
}
