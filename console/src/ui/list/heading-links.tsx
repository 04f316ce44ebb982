import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import styles from './heading-links.module.css'

interface HeadingLinksProps {
  label: string
  links: readonly HeadingLink[]
}

export interface HeadingLink extends Pick<LinkProps, 'to' | 'search'> {
  readonly key: string
  readonly text: string
}

export function HeadingLinks({ label, links }: HeadingLinksProps) {
  const navigate = useNavigate()
  return (
    <>
      <span className={`${styles['links']} inline-flex gap-8`} data-several={links.length > 1}>
        {links.map(({ key, text: message, ...target }) => (
          <Link className="field-frame inline-row padding-0-14 text-ink nowrap" key={key} {...target}>
            {message}
          </Link>
        ))}
      </span>
      {links.length > 1 && (
        <span className={`${styles['menu']} hidden narrow-inline-flex`}>
          <RowMenu
            label={label}
            actions={links.map(({ key, text: message, ...target }) => ({
              key,
              text: message,
              run: () => void navigate(target),
            }))}
          />
        </span>
      )}
    </>
  )
}
