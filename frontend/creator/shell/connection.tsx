import { useNetwork } from '@mantine/hooks'
import classes from './shell.module.css'

/** Says that there is no connection, for as long as there is none. */
export function Connection() {
  const { online } = useNetwork()
  return (
    <div role="status" className={online ? undefined : classes.offline}>
      {!online && 'No connection. What you typed stays here.'}
    </div>
  )
}
