//! Links libcontextc where pkg-config finds it.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let found = Command::new("pkg-config")
        .args(["--variable=prefix", "contextc"])
        .output();
    let found = found.expect("pkg-config is not installed");
    assert!(
        found.status.success(),
        "{}",
        String::from_utf8_lossy(&found.stderr)
    );
    let folder = String::from_utf8(found.stdout).expect("a folder in UTF-8");
    let folder = folder.trim_end();
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=dylib=contextc");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}
