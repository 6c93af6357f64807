/** Code of a plugin. What could not be loaded, as without a connection, is asked for anew the next time it is needed. */
export async function loaded<T>(code: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await code
  } catch (error) {
    forget()
    throw error
  }
}
