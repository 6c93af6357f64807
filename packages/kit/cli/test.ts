import { assert } from '@japa/assert'
import { configure, processCLIArgs, run } from '@japa/runner'
import { FAMILIES } from './build.ts'

/** Runs the specs of a package's plugins; arguments are those of the test runner. Ends the process with its exit code. */
export async function testPackage(args: readonly string[]): Promise<void> {
  processCLIArgs([...args])
  configure({ files: [`{${FAMILIES.join(',')}}/**/*.spec.ts`], plugins: [assert()], forceExit: true })
  await run()
}
