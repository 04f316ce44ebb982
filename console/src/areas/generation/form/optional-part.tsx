import Form from 'antd/es/form'
import type { ReactNode } from 'react'
import styles from './form.module.css'

interface OptionalPartProps {
  name: 'usesDepth' | 'usesStyle' | 'usesScore'
  title: string
  hint: string
  children: ReactNode
}

export function OptionalPart({ name, title, hint, children }: OptionalPartProps) {
  const isUsed = Form.useWatch<boolean | undefined>(name)
  return (
    <div className="margin-bottom-14 border radius-10" style={{ padding: '4px 14px' }}>
      <label className={`${styles['tick']} row gap-10 fit-width min-height-36 weight-550 cursor-pointer`}>
        <Form.Item name={name} noStyle valuePropName="checked">
          <input type="checkbox" />
        </Form.Item>
        {title}
      </label>
      {isUsed === true && (
        <>
          <p className="faint margin-bottom-12">{hint}</p>
          {children}
        </>
      )}
    </div>
  )
}
