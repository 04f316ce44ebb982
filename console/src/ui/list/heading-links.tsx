import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import styles from './heading-links.module.css'

interface HeadingLinksProps {
  /** "More about tasks": what the button is called that they are behind on a phone. */
  label: string
  links: readonly HeadingLink[]
}

export interface HeadingLink extends Pick<LinkProps, 'to' | 'search'> {
  readonly key: string
  readonly words: string
}

/** Pages that belong to a list, in its heading; on a phone several of them are behind one button. */
export function HeadingLinks({ label, links }: HeadingLinksProps) {
  const navigate = useNavigate()
  return (
    <>
      <span className={styles['links']} data-several={links.length > 1}>
        {links.map(({ key, words, ...target }) => (
          <Link key={key} {...target}>
            {words}
          </Link>
        ))}
      </span>
      {links.length > 1 && (
        <span className={styles['menu']}>
          <RowMenu
            label={label}
            actions={links.map(({ key, words, ...target }) => ({ key, words, run: () => void navigate(target) }))}
          />
        </span>
      )}
    </>
  )
}
