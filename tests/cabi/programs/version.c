/* What the library says of itself, before anything else is called. */
#include "check.h"

int main(void)
{
    printf("%s\n%d\n%d\n", contextc_version(), contextc_abi_version(), CONTEXTC_ABI_VERSION);
    return 0;
}
